export const texts = { row: 'Filter of images and annotations' }
