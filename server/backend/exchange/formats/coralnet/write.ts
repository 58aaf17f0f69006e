import { csvLine } from '../../../files/csv.ts'
import type { DatasetImage, DatasetSource } from '../../dataset.ts'
import { samplePointAttribute } from '../../kept-attributes.ts'
import type { LossTally } from '../../losses.ts'
import { spacedTime } from '../../times.ts'

/**
 * Writes CoralNet CSV with the sample points of a source, in pixels counted from 0. An unlabelled point still has its row. Additional labels of a
 * point and all other annotations are left out.
 */
export async function* writeCoralNet(
  source: DatasetSource,
  losses: LossTally,
  signal?: AbortSignal
): AsyncGenerator<string, void, undefined> {
  const names = new Map(source.labels.map(({ id, name }) => [id, name]))
  const images = new Map<string, DatasetImage>()
  for await (const image of source.images()) images.set(image.fileName, image)
  yield 'Name,Row,Column,Label code,Label ID,Annotator,Date annotated\n'
  for await (const annotation of source.annotations()) {
    signal?.throwIfAborted()
    const { fileName, shape, labels, attributes, confidence, samplePoint } = annotation
    const lost = losses.of(annotation)
    const image = images.get(fileName)
    if (!image) lost.leaveOut('An annotation of an image that is not listed was left out')
    else if (shape?.kind !== 'point' || samplePoint === undefined)
      lost.leaveOut('CoralNet holds only sample points for percent cover: every other annotation was left out')
    else {
      const [label, ...others] = labels
      if (others.length > 0) lost.add('All labels of a point but the first were left out')
      if (attributes.some(([name]) => name !== samplePointAttribute)) lost.add('The attributes of a point were left out')
      if (confidence !== undefined || label?.confidence !== undefined) lost.add('A confidence was left out')
      if (shape.x % 1 !== 0.5 || shape.y % 1 !== 0.5) lost.add('A point was moved to the centre of its pixel')
      const row = pixelOf(shape.y, image.height)
      const column = pixelOf(shape.x, image.width)
      const who = label?.annotator?.machine ? 'robot' : (label?.annotator?.name ?? '')
      const name = label ? (names.get(label.labelId) ?? label.labelId) : ''
      yield `${csvLine([fileName, row, column, name, label?.labelId ?? '', who, label?.at ? spacedTime(label.at) : ''])}\n`
    }
  }
}

/** Pixel of a coordinate. A point on the far edge belongs to the last pixel. */
function pixelOf(at: number, side: number | null): number {
  return Math.max(0, Math.min(Math.floor(at), (side ?? Infinity) - 1))
}
