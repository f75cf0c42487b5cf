;; Dot products of a matrix with one query, in WebAssembly SIMD.
;; Built into kernel-bytes.ts by scripts/dev/build-kernel.ts.
(module
  (memory (export "memory") 1)

  ;; For each of `rows` rows of `stride` int8 (a multiple of 16) at `base`: out[row] = row . query, with the query as int16.
  (func (export "scan") (param $base i32) (param $rows i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $end i32) (local $q i32) (local $low v128) (local $high v128) (local $cells v128)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $rows)))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (local.set $end (i32.add (local.get $base) (local.get $stride)))
        (local.set $q (local.get $query))
        (loop $column
          (local.set $cells (v128.load (local.get $base)))
          (local.set $low (i32x4.add (local.get $low)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $cells)) (v128.load (local.get $q)))))
          (local.set $high (i32x4.add (local.get $high)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $cells)) (v128.load offset=16 (local.get $q)))))
          (local.set $base (i32.add (local.get $base) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $column (i32.lt_u (local.get $base) (local.get $end))))
        (local.set $low (i32x4.add (local.get $low) (local.get $high)))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
            (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $row)))))
