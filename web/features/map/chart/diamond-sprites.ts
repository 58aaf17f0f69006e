import type { ChartColours } from './colours.ts'
import { countWords } from './count-words.ts'

/** Distance of the corners of a diamond from its centre in pixels, which grows with its count. */
export const diamondReach = (count: number): number => Math.min(19, 9 + 1.7 * Math.log2(count))

/** Side of a sprite in pixels: the largest diamond with its outline. */
const side = 42
const columns = 32

export interface DiamondSprites {
  /** Draws the diamond of one of the counts. */
  draw(context: CanvasRenderingContext2D, x: number, y: number, count: number): void
}

/**
 * Paints the diamonds of all counts once, side by side. A frame then copies them, because text takes most of the time of a frame.
 * @param pixelRatio device pixels per CSS pixel
 */
export function diamondSprites(counts: ReadonlySet<number>, colours: ChartColours, pixelRatio: number): DiamondSprites {
  const places = new Map([...counts].map((count, place) => [count, place]))
  const pixels = Math.ceil(side * pixelRatio)
  const canvas = document.createElement('canvas')
  canvas.width = pixels * Math.min(columns, Math.max(1, places.size))
  canvas.height = pixels * Math.max(1, Math.ceil(places.size / columns))
  const painter = canvas.getContext('2d')
  const leftOf = (place: number) => (place % columns) * pixels
  const topOf = (place: number) => Math.floor(place / columns) * pixels
  if (painter) {
    const words = countWords(painter, `600 10px ${colours.font}`)
    painter.textAlign = 'center'
    painter.textBaseline = 'middle'
    painter.lineWidth = 1.5
    painter.strokeStyle = colours.of.surface
    for (const [count, place] of places) {
      painter.setTransform(pixelRatio, 0, 0, pixelRatio, leftOf(place) + pixels / 2, topOf(place) + pixels / 2)
      const reach = diamondReach(count)
      paintDiamond(painter, reach, colours)
      const fitting = count === 1 ? null : words(count, 1.5 * reach)
      if (fitting === null) continue
      painter.fillStyle = colours.of.surface
      painter.fillText(fitting, 0, 0.5)
    }
  }
  const size = pixels / pixelRatio
  const onDevice = (place: number) => Math.round((place - size / 2) * pixelRatio) / pixelRatio // text between two pixels would be blurred
  return {
    draw(context, x, y, count) {
      const place = places.get(count)
      if (place === undefined) return
      context.drawImage(canvas, leftOf(place), topOf(place), pixels, pixels, onDevice(x), onDevice(y), size, size)
    }
  }
}

function paintDiamond(context: CanvasRenderingContext2D, reach: number, { of }: ChartColours): void {
  context.beginPath()
  context.moveTo(0, -reach)
  context.lineTo(reach, 0)
  context.lineTo(0, reach)
  context.lineTo(-reach, 0)
  context.closePath()
  context.fillStyle = of.text
  context.fill()
  context.stroke()
}
