// Separate constants, which the build inlines: figures are part of public articles.

export const figure = 'Figure'
export const table = 'The figure as a table'
export const tableOf = 'Data table of figure'
export const saveCsv = 'Save as CSV'
export const saveSvg = 'Save as SVG'
