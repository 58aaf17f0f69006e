import { svgWithStyles } from './save.ts'

/** Pixels of the file per CSS pixel, for sharp printing. */
const density = 3

/** Renders an SVG as a PNG on the page's background colour. @throws Error when the browser cannot render it */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgWithStyles(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * density
  canvas.height = height * density
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser does not provide a canvas')
  pen.fillStyle = getComputedStyle(document.body).backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The browser could not create the PNG file'))), 'image/png')
  )
}
