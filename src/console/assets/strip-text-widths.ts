/** Widths of a row, in pixels, from which on a text fits: styles can only compare with some. */
export const STRIP_TEXT_WIDTHS = [160, 240, 320, 400, 480, 640, 800, 960, 1_120]
