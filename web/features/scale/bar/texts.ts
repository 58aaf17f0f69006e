export const texts = { label: (length: string) => `Scale bar: ${length}` }
