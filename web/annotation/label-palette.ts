interface PaletteColour {
  /** Colour on a light background, `#rrggbb`. */
  light: string
  /** Colour on a dark background and on pictures. */
  dark: string
}

/**
 * Colours of labels, in the order in which they are assigned. Any two differ by a CIEDE2000 distance of at least 5, the first twelve by 10.
 * This applies in both themes, with normal colour vision and with protanopia, deuteranopia and tritanopia (Machado et al. 2009).
 * The colours were found by a numerical search, and the test computes the distances.
 * Hues range from red to blue, because violet and pink are reserved for machine suggestions.
 */
export const labelPalette: readonly PaletteColour[] = [
  { light: '#233a51', dark: '#c7ebfe' },
  { light: '#a34c01', dark: '#fd8603' },
  { light: '#04a68e', dark: '#00d4a4' },
  { light: '#b08c00', dark: '#fedb39' },
  { light: '#750001', dark: '#cb4025' },
  { light: '#4855e1', dark: '#869cff' },
  { light: '#16007c', dark: '#5266df' },
  { light: '#007b55', dark: '#008c60' },
  { light: '#61452e', dark: '#ffebdb' },
  { light: '#647e42', dark: '#708e4a' },
  { light: '#8a8c6e', dark: '#c0c37f' },
  { light: '#6d97bd', dark: '#6387a9' },
  { light: '#233c00', dark: '#85b64f' },
  { light: '#005945', dark: '#a3d5c4' },
  { light: '#492221', dark: '#bf5554' },
  { light: '#5578d7', dark: '#9ab7ff' },
  { light: '#6c9440', dark: '#9db587' },
  { light: '#002a38', dark: '#6babc4' },
  { light: '#48527a', dark: '#c4d2ff' },
  { light: '#57000f', dark: '#b17a78' },
  { light: '#261cb3', dark: '#6d86f5' },
  { light: '#516a7b', dark: '#2f92c6' },
  { light: '#00448e', dark: '#677991' },
  { light: '#738371', dark: '#c6ffbc' },
  { light: '#977600', dark: '#a6862a' },
  { light: '#004932', dark: '#85ffcb' },
  { light: '#008d59', dark: '#00b775' },
  { light: '#8b9866', dark: '#cdd7b5' },
  { light: '#006b90', dark: '#85bfdc' },
  { light: '#325859', dark: '#8adcdd' },
  { light: '#5ea72b', dark: '#72a654' },
  { light: '#354a00', dark: '#d6fe95' },
  { light: '#40371a', dark: '#d7b100' },
  { light: '#62a185', dark: '#00a274' },
  { light: '#596439', dark: '#adc659' },
  { light: '#528aa5', dark: '#0082ac' },
  { light: '#be6263', dark: '#deb4b3' },
  { light: '#00386b', dark: '#7c93ad' },
  { light: '#786c25', dark: '#e3c900' },
  { light: '#754c22', dark: '#ffcc9c' }
]
