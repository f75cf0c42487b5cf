;; Dot products of a matrix with one query, in WebAssembly SIMD.
;; Built into kernel-bytes.ts by scripts/dev/build-kernel.ts.
(module
  (memory (export "memory") 1)

  ;; Returns the dot product of the row of `stride` int8 (a multiple of 16) at `base` and the query as int16.
  (func $dot (param $base i32) (param $stride i32) (param $query i32) (result i32)
    (local $end i32) (local $low v128) (local $high v128) (local $cells v128)
    (local.set $end (i32.add (local.get $base) (local.get $stride)))
    (loop $column
      (local.set $cells (v128.load (local.get $base)))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $cells)) (v128.load (local.get $query)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $cells)) (v128.load offset=16 (local.get $query)))))
      (local.set $base (i32.add (local.get $base) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $column (i32.lt_u (local.get $base) (local.get $end))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))

  (func $sum (param $parts v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $parts)) (i32x4.extract_lane 1 (local.get $parts)))
      (i32.add (i32x4.extract_lane 2 (local.get $parts)) (i32x4.extract_lane 3 (local.get $parts)))))

  ;; Writes the product of each of `rows` rows from `base` on to `out`.
  (func (export "scan") (param $base i32) (param $rows i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $end i32) (local $q i32) (local $cells v128) (local $low v128) (local $high v128)
    (local $acc0 v128) (local $acc1 v128)
    (local $at0 i32) (local $at1 i32)
    (block $few
      (loop $rows
        (br_if $few (i32.lt_u (local.get $rows) (i32.const 2)))
        (local.set $acc0 (v128.const i32x4 0 0 0 0))
        (local.set $acc1 (v128.const i32x4 0 0 0 0))
        (local.set $at0 (local.get $base))
        (local.set $at1 (i32.add (local.get $at0) (local.get $stride)))
        (local.set $q (local.get $query))
        (local.set $end (local.get $at1))
        (loop $column
          (local.set $low (v128.load (local.get $q)))
          (local.set $high (v128.load offset=16 (local.get $q)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $cells (v128.load (local.get $at0)))
          (local.set $acc0 (i32x4.add (local.get $acc0) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $cells)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $cells)) (local.get $high)))))
          (local.set $at0 (i32.add (local.get $at0) (i32.const 16)))
          (local.set $cells (v128.load (local.get $at1)))
          (local.set $acc1 (i32x4.add (local.get $acc1) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $cells)) (local.get $low))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $cells)) (local.get $high)))))
          (local.set $at1 (i32.add (local.get $at1) (i32.const 16)))
          (br_if $column (i32.lt_u (local.get $at0) (local.get $end))))
        (i32.store offset=0 (local.get $out) (call $sum (local.get $acc0)))
        (i32.store offset=4 (local.get $out) (call $sum (local.get $acc1)))
        (local.set $base (i32.add (local.get $base) (i32.mul (local.get $stride) (i32.const 2))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 2)))
        (br $rows)))
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $rows)))
        (i32.store (local.get $out) (call $dot (local.get $base) (local.get $stride) (local.get $query)))
        (local.set $base (i32.add (local.get $base) (local.get $stride)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $row))))

  ;; Replaces each of `count` row numbers at `list`, as u32, by the product of that row.
  (func (export "pick") (param $base i32) (param $count i32) (param $stride i32) (param $query i32) (param $list i32)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $count)))
        (i32.store (local.get $list)
          (call $dot
            (i32.add (local.get $base) (i32.mul (i32.load (local.get $list)) (local.get $stride)))
            (local.get $stride)
            (local.get $query)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $row)))))
