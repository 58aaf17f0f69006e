/** Number of colours that are assigned to labels automatically. With more labels, colours repeat. */
export const colourCount = 40
