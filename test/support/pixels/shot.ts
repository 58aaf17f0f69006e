import sharp from 'sharp'

export type Colour = readonly [red: number, green: number, blue: number]

/** Part of the picture in pixels, from its upper left corner. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

/** Screenshot of a canvas that shows the whole picture: RGB bytes, row by row. */
export interface Shot {
  data: Buffer
  width: number
  height: number
}

/** Reads a screenshot of the canvas. */
export async function readShot(png: Buffer): Promise<Shot> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Margin on both sides of a picture that is shown whole, in CSS pixels, for the tools. */
const toolsPx = 54

/** CSS pixels per pixel of a picture that is shown whole. */
export const wholeScale = (canvas: Size, picture: Size): number =>
  Math.min((canvas.width - 2 * toolsPx) / picture.width, canvas.height / picture.height)

/** Position of a point of the picture in the shot, which shows it whole and centred. */
export function placeIn(shot: Size, picture: Size, x: number, y: number) {
  const scale = wholeScale(shot, picture)
  return { x: shot.width / 2 + (x - picture.width / 2) * scale, y: shot.height / 2 + (y - picture.height / 2) * scale }
}

/** Whether a colour is visible at a place, or one pixel beside it. The tolerance is 14 of 255. */
export function hasColour({ data, width }: Shot, at: { x: number; y: number }, colour: Colour): boolean {
  const [left, top] = [Math.round(at.x) - 1, Math.round(at.y) - 1]
  return [0, 1, 2].some(row =>
    [0, 1, 2].some(column => {
      const from = ((top + row) * width + left + column) * 3
      return colour.every((part, channel) => Math.abs(part - (data[from + channel] ?? Number.NaN)) < 14)
    })
  )
}

/** Average colour of a part of the picture. */
export function averageColour(shot: Shot, picture: Size, { x, y, width, height }: Part): Colour {
  const [from, to] = [placeIn(shot, picture, x, y), placeIn(shot, picture, x + width, y + height)]
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let row = Math.round(from.y); row < to.y; row++) {
    for (let column = Math.round(from.x); column < to.x; column++) {
      count++
      for (const channel of [0, 1, 2] as const) sum[channel] += shot.data[(row * shot.width + column) * 3 + channel] ?? 0
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** Share of the pixels outside these parts of the picture that differ visibly. 0–1. */
export function differenceOutside(a: Shot, b: Shot, picture: Size, parts: readonly Part[]): number {
  if (a.width !== b.width || a.height !== b.height) return 1
  const holes = parts.map(({ x, y, width, height }) => [placeIn(a, picture, x, y), placeIn(a, picture, x + width, y + height)] as const)
  let [different, all] = [0, 0]
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (holes.some(([from, to]) => x >= from.x && x <= to.x && y >= from.y && y <= to.y)) continue
      all++
      const at = (y * a.width + x) * 3
      if ([0, 1, 2].some(channel => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > 40)) different++
    }
  }
  return different / all
}
