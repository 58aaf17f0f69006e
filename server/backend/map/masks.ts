/** Set of rows: one byte for each row, 1 if the row is in the set. The buffer is padded with zeros to whole words, so that four rows are read at once. */
export type Mask = Uint8Array<ArrayBuffer>

/** Number of rows in a word of a mask. */
export const rowsOfWord = Uint32Array.BYTES_PER_ELEMENT

/** Makes a mask with all or none of the rows. */
export const maskOf = (count: number, value: 0 | 1 = 0): Mask =>
  new Uint8Array(new ArrayBuffer(Math.ceil(count / rowsOfWord) * rowsOfWord), 0, count).fill(value)

/** Views a mask as words of four rows. */
export const wordsOf = (mask: Mask): Uint32Array => new Uint32Array(mask.buffer)

/** Word with every row. */
export const everyRow = 0x01010101

/** Number of rows in a word of a mask that are in the set. */
export const countOf = (word: number): number => Math.imul(word, everyRow) >>> 24

/** Number of zero bytes in a word whose bytes are less than 128. */
export const zerosOf = (word: number): number => countOf((~(word + 0x7f7f7f7f) & 0x80808080) >>> 7)
