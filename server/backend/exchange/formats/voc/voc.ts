import { escapedXml } from '../../../../../shared/escaped-xml.ts'
import { enclosingBox } from '../../../../../shared/geometry/outline.ts'
import { sideOf } from '../../../files/json.ts'
import { type ByteSource, NotThisFormat, numberOf, type ReadingOptions } from '../../../files/reading.ts'
import { childText, type XmlElement, xmlElements } from '../../../files/xml.ts'
import { byImage } from '../../by-image.ts'
import type { AttributeValue, DatasetAnnotation, DatasetEntry, DatasetImage, DatasetSource, ExchangeFile } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import type { LossTally } from '../../losses.ts'
import { scored } from '../../score.ts'

/**
 * Number of the first pixel. With `1`, a box includes its last pixel, as in the original format. With `0`, edges are continuous pixel coordinates, as
 * many programs write them.
 */
export type VocPixels = 0 | 1

const mostObjects = 100_000

/** Elements that other programs add beside the box of an object, such as body parts, or outlines from Roboflow. */
const unread = ['part', 'polygon', 'mask', 'point', 'keypoints']

const stated = ['pose', 'truncated', 'difficult', 'occluded']

/**
 * Reads a Pascal VOC file, which describes one image. A label can recur in later files.
 * Source: Everingham and Winn 2012, "The PASCAL VOC Challenge: Development Kit".
 * @throws NotThisFormat when the file is not well-formed, has a DOCTYPE declaration, names no image, or has too many objects
 */
export async function* readVoc(
  source: ByteSource,
  options: ReadingOptions & { countedFrom?: VocPixels; path?: string } = {}
): AsyncGenerator<DatasetEntry, void, undefined> {
  const what = { root: 'annotation', names: ['filename', 'size', 'object'], format: 'a Pascal VOC file' }
  let fileName = ''
  let size: XmlElement | undefined
  const objects: XmlElement[] = []
  for await (const element of xmlElements(source, what, options)) {
    if (element.name === 'filename') fileName = element.text
    else if (element.name === 'size') size = element
    else if (objects.length < mostObjects) objects.push(element)
    else throw new NotThisFormat(`This file has more than ${mostObjects.toLocaleString('en')} objects in one image`)
  }
  if (!fileName) throw new NotThisFormat('This is not a Pascal VOC file: it has no image name in a “filename” element')
  const [width, height] = [sideOf(childText(size, 'width')), sideOf(childText(size, 'height'))]
  const known = width && height ? { width, height } : (options.sizeOf?.(fileName) ?? null)
  const image = { fileName, width: known?.width ?? null, height: known?.height ?? null }
  const ofImage = { ...(size && { row: size.row }), ...(options.path !== undefined && { path: options.path }) }
  yield { kind: 'image', image, place: ofImage }
  const named = new Set<string>()
  for (const object of objects) {
    const place = { row: object.row, ...(options.path !== undefined && { path: options.path }) }
    const name = childText(object, 'name') ?? ''
    const sides = sidesOf(object.children.find(child => child.name === 'bndbox'))
    if (!name) {
      yield finding(false, 'The object has no name', { ...place, column: 'name' })
      continue
    }
    if ('element' in sides) {
      yield finding(false, 'The box needs the numbers xmin, ymin, xmax and ymax', { ...place, column: sides.element })
      continue
    }
    const first = options.countedFrom ?? 1
    const [left = 0, top = 0, right = 0, bottom = 0] = sides
    const [x, y] = [left - first, top - first]
    const fitted = fitShape({ kind: 'box', x, y, width: right - x, height: bottom - y }, known)
    if ('refusal' in fitted) {
      yield finding(false, fitted.refusal, { ...place, column: 'bndbox' })
      continue
    }
    if (fitted.change) yield finding(true, fitted.change, { ...place, column: 'bndbox' })
    for (const column of unread)
      if (object.children.some(child => child.name === column))
        yield finding(true, `Its ${column} was left out: the box was used`, { ...place, column })
    if (!named.has(name)) yield { kind: 'label', label: { id: name, name, path: [] } }
    named.add(name)
    yield {
      kind: 'annotation',
      annotation: {
        fileName,
        shape: fitted.shape,
        labels: [{ labelId: name, ...scored(childText(object, 'confidence') ?? childText(object, 'score')) }],
        attributes: attributesOf(object)
      },
      place
    }
  }
}

/** Sides of a box, or the first element without a number. */
function sidesOf(box: XmlElement | undefined): number[] | { element: string } {
  if (!box) return { element: 'bndbox' }
  const sides: number[] = []
  for (const element of ['xmin', 'ymin', 'xmax', 'ymax']) {
    const side = numberOf(childText(box, element))
    if (side === null) return { element }
    sides.push(side)
  }
  return sides
}

/** Attributes of an object: the four that the format defines, and those that CVAT writes into `attributes`. */
function attributesOf(object: XmlElement): [string, AttributeValue][] {
  const own = stated.flatMap((name): [string, AttributeValue][] => {
    const value = childText(object, name)
    return value && value !== '0' && value !== 'Unspecified' ? [[name, value]] : []
  })
  const listed = object.children.find(child => child.name === 'attributes')?.children ?? []
  const others = listed.flatMap((each): [string, AttributeValue][] => {
    const [name, value] = [childText(each, 'name'), childText(each, 'value')]
    return name && value !== undefined ? [[name, value]] : []
  })
  return [...own, ...others]
}

/** Writes one file per image. Boxes are in whole pixels and include their last pixel. */
export async function* writeVoc(
  source: DatasetSource,
  losses: LossTally,
  signal?: AbortSignal
): AsyncGenerator<ExchangeFile, void, undefined> {
  const names = new Map(source.labels.map(({ id, name }) => [id, name]))
  const stems = new Map<string, number>()
  for await (const { image, annotations } of byImage(source, losses, signal)) {
    const objects = annotations.map(annotation => objectOf(annotation, image, names, losses.of(annotation))).join('')
    if (!image.width || !image.height) losses.of(image).add('The size of an image is unknown: 0 was written')
    const size = `<size><width>${image.width ?? 0}</width><height>${image.height ?? 0}</height><depth>3</depth></size>`
    const head = `<folder>JPEGImages</folder><filename>${escapedXml(image.fileName)}</filename><source><database>Unknown</database></source>`
    yield {
      path: `Annotations/${stemOf(image.fileName, stems)}.xml`,
      text: `<annotation>${head}\n${size}<segmented>0</segmented>\n${objects}</annotation>\n`
    }
  }
}

/** Characters that file systems forbid, and `~`, which precedes an added number. */
const forbidden = /[\\/:*?"<>|~\p{Cc}]/gu

/** Valid file name of an image without its extension. A number is added when images share a name. */
export function stemOf(fileName: string, given: Map<string, number>, replaced: RegExp = forbidden): string {
  const stem = fileName.replace(/\.[^./]*$/, '').replace(replaced, '_')
  const count = (given.get(stem) ?? 0) + 1
  given.set(stem, count)
  return count === 1 ? stem : `${stem}~${count}`
}

function objectOf(
  { shape, labels, attributes, ...rest }: DatasetAnnotation,
  image: DatasetImage,
  names: Map<string, string>,
  losses: LossTally
) {
  const [label, ...others] = labels
  if (!shape) losses.leaveOut('A label of the whole image was left out')
  else if (!label) losses.leaveOut('An annotation without a label was left out')
  if (!shape || !label) return ''
  if (shape.kind !== 'box') losses.add('A shape other than an upright box was replaced by its bounding box')
  if (others.length > 0) losses.add('All labels of an annotation but the first were left out')
  if (label.annotator || label.at) losses.add('The author and time of a label were left out')
  if (label.confidence !== undefined || rest.confidence !== undefined) losses.add('A confidence was left out')
  if (rest.track !== undefined) losses.add('A track across several images was left out')
  const known = new Map(attributes)
  if (attributes.some(([name]) => !stated.includes(name))) losses.add('An attribute that Pascal VOC cannot hold was left out')
  const { x, y, width, height } = enclosingBox(shape)
  const [left, right] = wholePixels(x, width, image.width)
  const [top, bottom] = wholePixels(y, height, image.height)
  if (shape.kind === 'box' && (left !== x || top !== y || right !== x + width || bottom !== y + height))
    losses.add('The sides of a box were moved to whole pixels')
  const stateOf = (name: string) => {
    const value = known.get(name) ?? (name === 'pose' ? 'Unspecified' : 0)
    return typeof value === 'boolean' ? Number(value) : value
  }
  const state = stated.map(name => `<${name}>${escapedXml(stateOf(name))}</${name}>`).join('')
  const box = `<bndbox><xmin>${left + 1}</xmin><ymin>${top + 1}</ymin><xmax>${right}</xmax><ymax>${bottom}</ymax></bndbox>`
  return `<object><name>${escapedXml(names.get(label.labelId) ?? label.labelId)}</name>${state}${box}</object>\n`
}

/** Nearest pixel edges, at least one pixel apart and inside the image. A length of 0 gives the edges of the pixel at that position. */
function wholePixels(start: number, length: number, side: number | null): [number, number] {
  const limit = side ?? Infinity
  if (length === 0) {
    const pixel = Math.max(0, Math.min(Math.floor(start), limit - 1))
    return [pixel, pixel + 1]
  }
  const first = Math.max(0, Math.min(Math.round(start), limit - 1))
  return [first, Math.min(Math.max(Math.round(start + length), first + 1), limit)]
}
