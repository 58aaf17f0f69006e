import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { type Filter, namesArea, namesImport } from '../../../shared/filters.ts'
import type { Chart } from './chart/chart.ts'
import { groundResolution } from './chart/ground-resolution.ts'
import { northAngle } from './chart/north.ts'
import { type ScaleBar, scaleBar } from './scale-bar.ts'
import { texts } from './texts.ts'
import { wrappedLines } from './wrapped-lines.ts'

const { picture: words } = texts

interface Picture {
  /** Canvas of the chart. */
  chart: HTMLCanvasElement
  /** Pixels of `chart` per CSS pixel. */
  pixelRatio: number
  scale: ScaleBar | null
  /** Direction of north in degrees clockwise from up; null at a pole. */
  north: number | null
  /** Lines of the footer that describe the contents of the chart. */
  lines: readonly string[]
}

const [margin, lineHeight, barHeight] = [12, 18, 6]

/** Returns the chart as a PNG with a footer: scale, contents and source of the coastline. @throws Error when the browser cannot draw the picture */
function mapPicture({ chart, pixelRatio, scale, north, lines }: Picture): Promise<Blob> {
  const { width, height } = chart
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body)
  const font = `13px ${fontFamily}`
  const written = wrapped([...lines, words.attribution], { font, width: width / pixelRatio - 2 * margin })
  const foot = 2 * margin + written.length * lineHeight + (scale ? barHeight + lineHeight : 0)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height + foot * pixelRatio
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser does not provide a canvas')
  pen.fillStyle = backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(chart, 0, 0)
  if (north !== null) drawNorth(pen, { north, pixelRatio, x: width / pixelRatio - 34, color, backgroundColor, fontFamily })
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, height)
  pen.fillStyle = color
  pen.strokeStyle = color
  pen.font = font
  pen.textBaseline = 'top'
  let y = margin
  if (scale) {
    pen.strokeRect(margin, y, scale.pixels, barHeight)
    pen.fillRect(margin, y, scale.pixels / 2, barHeight)
    y += barHeight + 2
    pen.fillText(`${scale.words} · ${scale.nauticalWords}`, margin, y)
    y += lineHeight
  }
  for (const text of written) {
    pen.fillText(text, margin, y)
    y += lineHeight
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The browser could not create the PNG file'))), 'image/png')
  )
}

/** Breaks lines that are wider than the picture, in CSS pixels. */
function wrapped(lines: readonly string[], { font, width }: { font: string; width: number }): string[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) throw new Error('The browser does not provide a canvas')
  pen.font = font
  return lines.flatMap(text => wrappedLines(text, line => pen.measureText(line).width <= width))
}

interface North {
  north: number
  pixelRatio: number
  x: number
  color: string
  backgroundColor: string
  fontFamily: string
}

/** Draws the north arrow in the upper right corner. */
function drawNorth(pen: CanvasRenderingContext2D, { north, pixelRatio, x, color, backgroundColor, fontFamily }: North): void {
  pen.save()
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, x * pixelRatio, 34 * pixelRatio)
  pen.rotate((north * Math.PI) / 180)
  const arrow = new Path2D('M0-16 6 6 0 3-6 6Z')
  pen.lineWidth = 3
  pen.lineJoin = 'round'
  pen.strokeStyle = backgroundColor
  pen.fillStyle = color
  pen.stroke(arrow)
  pen.fill(arrow)
  pen.translate(0, 14)
  pen.rotate((-north * Math.PI) / 180)
  pen.font = `600 12px ${fontFamily}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.strokeText('N', 0, 0)
  pen.fillText('N', 0, 0)
  pen.restore()
}

/** Describes a filter in words for the footer of a picture. Null for an empty filter. */
export function filterWords(filter: Filter, labels: readonly OutlineLabel[]): string | null {
  if (filter.length === 0) return null
  const nameOf = (id: string) => labels.find(label => label.id === id)?.name ?? id
  const groups = filter.map(group =>
    group
      .map(condition => {
        if (namesImport(condition)) return words.imported
        if (namesArea(condition)) return words.inArea
        const { field, operator, value } = condition
        const shown = field === 'label' || field === 'imageLabel' ? (value === null ? words.noLabel : nameOf(value)) : value
        return `${words.fields[field]} ${words.operators[operator]} ${shown}`
      })
      .join(' and ')
  )
  return `${words.filter}: ${groups.join('; or ')}`
}

/** Saves the chart as shown. @throws Error when the browser cannot draw the picture */
export async function saveMapPicture(chart: Chart, lines: readonly string[]): Promise<void> {
  const frame = chart.frame()
  if (!frame) return
  const scale = scaleBar(groundResolution(frame), Math.min(150, frame.size[0] / 4))
  const blob = await mapPicture({ chart: chart.canvas, pixelRatio: frame.pixelRatio, scale, north: northAngle(frame), lines })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = words.fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
