export const noImage = 'No image'
