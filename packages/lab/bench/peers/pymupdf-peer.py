"""PyMuPDF: the text of each page in the order that the file has it."""

from peer import need, serve, timed

pymupdf = need("pymupdf", "PyMuPDF")
pymupdf.TOOLS.mupdf_display_errors(False)


def pages(path):
    with pymupdf.open(path) as document:
        return [page.get_text() for page in document]


serve({"round": lambda paths: timed(paths, pages)}, package="PyMuPDF")
