/** Colours that labels in use get by themselves. With more labels they repeat. */
export const colourCount = 40
