import { enclosingBox, outline, type Vertex } from '../../../../../shared/geometry/outline.ts'
import { csvLine } from '../../../files/csv.ts'
import type { DatasetAnnotation, DatasetLabel, DatasetSource } from '../../dataset.ts'
import { type LossTally, pixels } from '../../losses.ts'

const header =
  '# 1: Detection or Track-id,2: Video or Image Identifier,3: Unique Frame Identifier,4-7: Img-bbox(TL_x,TL_y,BR_x,BR_y),' +
  '8: Detection or Length Confidence,9: Target Length (0 or -1 if invalid),10-11+: Repeated Species,Confidence Pairs or Attributes'

/**
 * Writes VIAME CSV, one row per annotation. A missing confidence is written as -1, which VIAME itself uses. Annotations without a numeric track get
 * consecutive numbers above those in the source.
 */
export async function* writeViame(source: DatasetSource, losses: LossTally, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
  const names = new Map(source.labels.map(label => [label.id, label]))
  const frames = new Map<string, number>()
  let nextFrame = 0
  for await (const image of source.images()) {
    frames.set(image.fileName, image.frame ?? nextFrame)
    nextFrame = Math.max(nextFrame, image.frame ?? nextFrame) + 1
  }
  const trackNumber = await trackNumbers(source)
  yield `${(source.notes?.length ? source.notes : [header]).join('\n')}\n`
  for await (const annotation of source.annotations()) {
    signal?.throwIfAborted()
    const frame = frames.get(annotation.fileName)
    const lost = losses.of(annotation)
    if (frame === undefined) lost.leaveOut('An annotation of an image that is not listed was left out')
    else if (!annotation.shape) lost.leaveOut('A label of the whole image was left out')
    else yield `${csvLine(rowOf({ ...annotation, shape: annotation.shape }, frame, trackNumber(annotation.track), names, lost))}\n`
  }
}

/** Returns a function that numbers the tracks. A numeric id is kept, and any other track gets the next free number. */
async function trackNumbers(source: DatasetSource) {
  let highest = -1
  for await (const { track } of source.annotations()) if (isNumber(track)) highest = Math.max(highest, Number(track))
  const given = new Map<string, number>()
  return (track: string | undefined): string | number => {
    if (isNumber(track)) return track
    if (track === undefined) return ++highest
    if (!given.has(track)) given.set(track, ++highest)
    return given.get(track) ?? 0
  }
}

const isNumber = (track: string | undefined): track is string => track !== undefined && /^-?\d{1,15}$/.test(track)

type Drawn = DatasetAnnotation & { shape: NonNullable<DatasetAnnotation['shape']> }

function rowOf(
  { fileName, shape, labels, confidence, attributes }: Drawn,
  frame: number,
  track: string | number,
  names: Map<string, DatasetLabel>,
  losses: LossTally
): (string | number)[] {
  const box = enclosingBox(shape)
  if (shape.kind === 'point') losses.add('A point became a box of one pixel around it')
  if (shape.kind === 'line') losses.add('A line was replaced by its bounding box')
  if (shape.kind === 'circle' || shape.kind === 'ellipse')
    losses.add(`${shape.kind === 'circle' ? 'A circle' : 'An ellipse'} became a polygon of 64 points`)
  if (shape.kind === 'rotatedBox') losses.add('A rotated box became a polygon of its corners')
  if (labels.some(({ annotator, at }) => annotator || at)) losses.add('The author and time of a label were left out')

  const reachX = box.width === 0 ? 0.5 : 0
  const reachY = box.height === 0 ? 0.5 : 0
  const sides = [box.x - reachX, box.y - reachY, box.x + box.width + reachX, box.y + box.height + reachY].map(pixels)
  const byConfidence = labels.toSorted((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1))
  const pairs = byConfidence.flatMap(({ labelId, confidence: share }) => [speciesOf(labelId, names, losses), share ?? none])
  const overall = confidence ?? byConfidence[0]?.confidence ?? none
  if (overall === none || pairs.includes(none)) losses.add(withoutConfidence)
  const length = attributes.find(isLength)?.[1] ?? -1
  return [
    track,
    fileName,
    frame,
    ...sides,
    overall,
    String(length),
    ...pairs,
    ...rings(shape),
    ...attributes.flatMap(entry => token(entry, losses))
  ]
}

const none = -1
const withoutConfidence = 'A missing confidence is -1: programs that filter by confidence may hide the annotation'

function speciesOf(labelId: string, names: Map<string, DatasetLabel>, losses: LossTally): string {
  const label = names.get(labelId)
  if (label && label.path.length > 0) losses.add('The position of a label in the tree was left out')
  const name = (label?.name ?? labelId).trim()
  // A cell that begins with a bracket would be read as a token.
  if (!name.startsWith('(')) return name
  losses.add('A bracket at the beginning of a label was left out')
  return name.replace(/^[(\s]+/, '')
}

function rings(shape: Drawn['shape']): string[] {
  if (shape.kind === 'point' || shape.kind === 'box' || shape.kind === 'line') return []
  const written = (mark: string, ring: readonly Vertex[]) => `(${mark}) ${ring.map(([x, y]) => `${pixels(x)} ${pixels(y)}`).join(' ')}`
  const holes = shape.kind === 'polygon' ? (shape.holes ?? []) : []
  return [written('poly', outline(shape)), ...holes.map(hole => written('hole', hole))]
}

type Attribute = DatasetAnnotation['attributes'][number]

/** True for the attribute of column 9. */
const isLength = ([name, value]: Attribute) => name === '(length)' && typeof value === 'number' && value !== -1

/** Matches VIAME tokens that are stored as attributes: `(kp) head`, `(note)`. */
const marked = /^\((?:(?:kp|trk-atr)\) \S+|(?!(?:kp|trk-atr|\+?poly|hole|atr|length)\))[^)]*\))$/

function token([name, value]: Attribute, losses: LossTally): string[] {
  if (isLength([name, value])) return []
  if (/\s$/.test(String(value))) losses.add('Spaces at the end of an attribute value were left out')
  if (marked.test(name)) return [`${name} ${value}`.trimEnd()]
  if (/\s/.test(name)) losses.add('Spaces in the name of an attribute were replaced by _')
  return [`(atr) ${name.replace(/\s+/g, '_')} ${value}`.trimEnd()]
}
