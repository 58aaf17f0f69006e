import sharp from 'sharp'
import { newId } from '../../../server/lib/ids.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Label } from '../../../shared/contracts/taxonomy.ts'
import { upload } from '../annotated-project.ts'
import { type Caller, callApi, makeProject } from '../browser.ts'
import { until } from '../until.ts'
import type { Colour, Part, Size } from './shot.ts'

export const red: Colour = [230, 30, 30]
export const green: Colour = [30, 220, 60]
export const blue: Colour = [60, 60, 240]

/** A picture that is open in a browser, with marks on it. */
export interface MarkedPicture {
  size: Size
  /** Path of its Annotate screen, below the address of the app. */
  path: string
  /** Parts without marks, and their average colours. */
  ground: readonly { part: Part; colour: Colour }[]
  /** A place on the edge of each mark, and the part of the picture that contains it with its handles. */
  marks: readonly { name: string; x: number; y: number; colour: Colour; part: Part }[]
}

const corners: Colour[] = [
  [70, 120, 150],
  [150, 130, 80],
  [60, 140, 110],
  [140, 150, 170]
]

/** Draws four plain colours in four quarters. */
export async function quarters({ width, height }: Size, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const pixels = Buffer.from(corners.flat())
  const drawn = sharp(pixels, { raw: { width: 2, height: 2, channels: 3 } }).resize(width, height, { fit: 'fill', kernel: 'nearest' })
  return drawn.toFormat(format).toBuffer()
}

/** Returns a JPEG with zeros in place of its end marker, as some cameras and tools write it. */
export const endlessJpeg = (whole: Buffer): Buffer => Buffer.concat([whole.subarray(0, -2), Buffer.alloc(64)])

const middles = [
  [0.45, 0.05],
  [0.95, 0.05],
  [0.45, 0.95],
  [0.95, 0.95]
] as const

/** Measures the average colours of four places without marks. */
async function groundOf(content: Buffer, { width, height }: Size): Promise<MarkedPicture['ground']> {
  const places = middles.map(
    ([x, y]): Part => ({ x: (x - 0.02) * width, y: (y - 0.02) * height, width: 0.04 * width, height: 0.04 * height })
  )
  return Promise.all(
    places.map(async part => {
      const [left, top] = [Math.round(part.x), Math.round(part.y)]
      const piece = { left, top, width: Math.round(part.width), height: Math.round(part.height) }
      const { data } = await sharp(content, { failOn: 'none' })
        .extract(piece)
        .removeAlpha()
        .toColourspace('srgb')
        .resize(1, 1, { fit: 'fill', kernel: 'cubic' })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { part, colour: [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0] as const }
    })
  )
}

/**
 * Uploads a picture into a new project, with labels under the keys 1, 2 and 3 and marks in its left half and upper half.
 * @param dots number of additional small marks: with many marks the edited ones are drawn separately, with few all are redrawn
 */
export async function markedPicture(caller: Caller, fileName: string, content: Buffer, dots: number): Promise<MarkedPicture> {
  const { id: projectId } = await makeProject(caller, fileName)
  const mediaId = await upload(caller, projectId, fileName, content)
  const isReady = ({ state }: Media) => state === 'ready'
  const { width, height } = await until(() => callApi<Media>(caller, 'GET', `/media/${mediaId}`), isReady)
  const labelIds = new Map<Colour, string>()
  for (const [at, colour] of [red, green, blue].entries()) {
    const hex = `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`
    const label = await callApi<Label>(caller, 'POST', `/projects/${projectId}/labels`, {
      name: `Label ${at}`,
      colour: hex,
      hotkey: at + 1
    })
    labelIds.set(colour, label.id)
  }
  const place = (x: number, y: number): [number, number] => [x * width, y * height]
  const part = (left: number, top: number, right: number, bottom: number): Part => ({
    x: (left - 0.03) * width,
    y: (top - 0.03) * height,
    width: (right - left + 0.06) * width,
    height: (bottom - top + 0.06) * height
  })
  const shapes: [shape: Shape, colour: Colour][] = [
    [{ kind: 'box', x: 0.1 * width, y: 0.15 * height, width: 0.2 * width, height: 0.2 * height }, red],
    [{ kind: 'circle', x: 0.7 * width, y: 0.25 * height, radius: 0.1 * height }, green],
    [{ kind: 'polygon', points: [place(0.1, 0.6), place(0.4, 0.6), place(0.4, 0.9), place(0.1, 0.9)] }, blue],
    [{ kind: 'line', points: [place(0.35, 0.45), place(0.45, 0.55)] }, green]
  ]
  for (let dot = 0; dot < dots; dot++)
    shapes.push([{ kind: 'circle', x: (0.1 + 0.02 * dot) * width, y: 0.4 * height, radius: 0.008 * height }, blue])
  const operations = shapes.map(([shape, colour]) => ({
    id: newId(),
    kind: 'create',
    annotationId: newId(),
    mediaId,
    shape,
    labelId: labelIds.get(colour)
  }))
  await callApi(caller, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  return {
    size: { width, height },
    path: `/projects/${projectId}/annotate?image=${mediaId}`,
    ground: await groundOf(content, { width, height }),
    marks: [
      { name: 'the box', x: 0.1 * width, y: 0.2 * height, colour: red, part: part(0.1, 0.15, 0.3, 0.35) },
      { name: 'the circle', x: 0.7 * width + 0.1 * height, y: 0.25 * height, colour: green, part: part(0.6, 0.15, 0.8, 0.35) },
      { name: 'the polygon', x: 0.2 * width, y: 0.6 * height, colour: blue, part: part(0.1, 0.6, 0.4, 0.9) },
      { name: 'the line', x: 0.4 * width, y: 0.5 * height, colour: green, part: part(0.35, 0.45, 0.45, 0.55) },
      ...(dots > 0 ? [{ name: 'the dots', x: 0.1 * width, y: 0.392 * height, colour: blue, part: part(0.1, 0.4, 0.56, 0.4) }] : [])
    ]
  }
}
