/** Declares the functions of pdfium's C interface in use, as WebAssembly exports: numbers in, numbers out, no marshalling. */
import { PDFiumModule } from '@hyzyla/pdfium'

/** Handles and addresses are positions in the module's memory; 0 means none. */
interface PdfiumExports {
  malloc(bytes: number): number
  free(address: number): void
  FPDF_LoadMemDocument(address: number, bytes: number, password: number): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDF_GetPageBoundingBox(page: number, rectangle: number): number
  FPDFPage_GetRotation(page: number): number
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetObject(page: number, index: number): number
  FPDFFormObj_CountObjects(form: number): number
  FPDFFormObj_GetObject(form: number, index: number): number
  FPDFPath_CountSegments(path: number): number
  FPDFPath_GetPathSegment(path: number, index: number): number
  FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number
  FPDFPathSegment_GetType(segment: number): number
  FPDFPathSegment_GetClose(segment: number): number
  FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number
  FPDFPageObj_GetType(object: number): number
  FPDFPageObj_GetMatrix(object: number, matrix: number): number
  FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number
  FPDFPageObj_GetStrokeColor(object: number, red: number, green: number, blue: number, alpha: number): number
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, index: number): number
  FPDFText_IsGenerated(text: number, index: number): number
  FPDFText_IsHyphen(text: number, index: number): number
  FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number
  FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
  FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
  FPDFText_GetFontWeight(text: number, index: number): number
  FPDFText_GetFontInfo(text: number, index: number, buffer: number, bytes: number, flags: number): number
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number
  FPDFText_GetTextObject(text: number, index: number): number
  FPDFTextObj_GetFont(object: number): number
  FPDFTextObj_GetFontSize(object: number, size: number): number
  FPDFTextObj_GetRenderedBitmap(document: number, page: number, object: number, scale: number): number
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  FPDFPageObj_CreateTextObj(document: number, font: number, sizePoints: number): number
  FPDFPageObj_Destroy(object: number): void
  FPDFText_LoadStandardFont(document: number, name: number): number
  FPDFText_SetCharcodes(object: number, codes: number, count: number): number
  FPDF_CreateNewDocument(): number
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetWidth(bitmap: number): number
  FPDFBitmap_GetHeight(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, address: number, stride: number): number
  FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_DeviceToPage(
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    x: number,
    y: number,
    pageX: number,
    pageY: number,
  ): number
  FPDFPage_CreateAnnot(page: number, subtype: number): number
  FPDFPage_CloseAnnot(annotation: number): void
  FPDFAnnot_SetColor(
    annotation: number,
    type: number,
    red: number,
    green: number,
    blue: number,
    alpha: number,
  ): number
  FPDFAnnot_SetFlags(annotation: number, flags: number): number
  FPDFAnnot_AppendAttachmentPoints(annotation: number, quad: number): number
  FPDFAnnot_SetRect(annotation: number, rectangle: number): number
  FPDFAnnot_SetStringValue(annotation: number, key: number, value: number): number
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
  readonly __indirect_function_table: { set(index: number, value: unknown): void }
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
}

export interface Pdfium {
  readonly call: PdfiumExports
  /** Current view of the module's memory, which moves when it grows; never keep a view across a call. */
  readonly bytes: () => Uint8Array
  readonly floats: () => Float32Array
  readonly doubles: () => Float64Array
  /** Calls `use`, during which the module calls `take` at address 0, the only free place in its function table, which cannot grow. */
  readonly asNullFunction: (
    take: (one: number, two: number, three: number) => number,
    use: () => number,
  ) => number
}

/** The constructor with its imports, which Node's types omit. */
const Instance = WebAssembly.Instance as unknown as new (
  module: WebAssembly.Module,
  imports: object,
) => { readonly exports: Readonly<Record<string, unknown>> }

/**
 * A module that exports the function it imports, `(i32, i32, i32) -> i32`: a function table accepts only exported functions.
 * Sections: the type, an import "e.f", an export "f".
 */
const ADAPTER = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
)

/** Loads the module: some 50 ms and 20 MB. */
export async function loadPdfium(): Promise<Pdfium> {
  const module = await PDFiumModule({})
  module._FPDF_InitLibraryWithConfig({ version: 2 })
  const views = module as unknown as { HEAPU8: Uint8Array; HEAPF32: Float32Array; HEAPF64: Float64Array }
  const call = module.wasmExports as unknown as PdfiumExports
  return {
    call,
    asNullFunction(take, use) {
      const { exports } = new Instance(new WebAssembly.Module(ADAPTER), { e: { f: take } })
      const table = call.__indirect_function_table
      table.set(0, exports['f'])
      try {
        return use()
      } finally {
        table.set(0, null)
      }
    },
    bytes: () => views.HEAPU8,
    floats: () => views.HEAPF32,
    doubles: () => views.HEAPF64,
  }
}
