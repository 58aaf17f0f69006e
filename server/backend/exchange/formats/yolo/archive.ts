import { basename } from 'node:path/posix'
import { lines, NotThisFormat, type ReadingOptions, wholeText } from '../../../files/reading.ts'
import type { ZipEntry } from '../../../files/zip-read.ts'
import type { KnownMedia, MediaIndex } from '../../imports/media-index.ts'
import type { Archive, Entries } from '../format.ts'
import { stemOf } from '../voc/voc.ts'
import { namesPathOf, readDataYaml, readNameList, type YoloDataset } from './dataset.ts'
import { readYolo, type YoloTask, yoloLabels } from './yolo.ts'

const mostNamesBytes = 4 * 1024 ** 2
/** Maximum number of label lines that are examined to decide how to interpret four corners. */
const mostLinesSeen = 100_000

const isYaml = ({ name }: ZipEntry) => /\.ya?ml$/i.test(name)
const isNameList = ({ name }: ZipEntry) => /(^|\/)([^/]*\.names|classes\.txt|_darknet\.labels)$/i.test(name)
const isInLabels = ({ name }: ZipEntry) => /(^|\/)labels\//i.test(name)
/** True for a text file that is not a label file, such as a list of images or a note. */
const isOther = ({ name }: ZipEntry) => /(^|\/)(train|valid|val|test|notes|(readme|license)[^/]*)\.txt$/i.test(name)

/** True for a YOLO dataset without `data.yaml`: label files, a list of names, and no file of another format. */
export function isNamedYolo(entries: readonly ZipEntry[]): boolean {
  const labelFiles = entries.filter(isLabelFile)
  if (labelFiles.some(isInLabels)) return entries.some(entry => isNameList(entry) || isYaml(entry))
  const isOfOthers = ({ name }: ZipEntry) => /\.(xml|json|csv)$/i.test(name)
  return entries.some(isNameList) && labelFiles.some(entry => !isOther(entry)) && !entries.some(isOfOthers)
}

const isLabelFile = (entry: ZipEntry) => /\.txt$/i.test(entry.name) && !isNameList(entry)

/**
 * Reads a YOLO dataset: its names, and a label file for each image. A label file has the name of its image with another extension.
 * @param task content of the lines; null to determine it from the dataset or the length of the lines
 */
export async function* readYoloArchive({ entries, media, onProgress }: Archive, task: YoloTask | null): Entries {
  const dataSet = await datasetOf(entries)
  yield* yoloLabels(dataSet.names)
  const texts = entries.filter(isLabelFile)
  const inFolder = texts.filter(isInLabels)
  const files = inFolder.length > 0 ? inFolder : texts.filter(entry => !isOther(entry))
  const stated = task ?? dataSet.task
  const { corners, hasTracks } =
    stated || dataSet.keypointNumbers > 0 ? { corners: stated ?? 'obb', hasTracks: false } : await seenLines(files)
  const byStem = new Map([...mediaByStem(media, replacedBefore), ...mediaByStem(media)])
  let before = 0
  for (const file of files) {
    const stem = basename(file.name).replace(/\.txt$/i, '')
    const found = byStem.get(stem) ?? media.find(stem)
    const image = 'problem' in found ? { fileName: stem, width: null, height: null } : { ...found, fileName: found.exportedName }
    const options: ReadingOptions = { onProgress: bytesRead => onProgress(before + bytesRead) }
    const { names, keypointNumbers } = dataSet
    yield* readYolo(file.content(), image, {
      ...options,
      task: corners,
      byLength: stated === null,
      hasTracks,
      keypointNumbers,
      classes: names.length,
      path: file.name
    })
    before += file.sizeBytes
  }
}

async function datasetOf(entries: readonly ZipEntry[]): Promise<YoloDataset> {
  const textOf = (entry: ZipEntry) => wholeText(entry.content(), mostNamesBytes, {})
  const yaml = entries.find(({ name }) => /(^|\/)data\.ya?ml$/i.test(name)) ?? entries.find(isYaml)
  if (yaml) return readDataYaml(await textOf(yaml))
  const lists = entries.filter(isNameList)
  const data = entries.find(({ name }) => /(^|\/)[^/]*\.data$/i.test(name))
  const named = data && basename(namesPathOf(await textOf(data)) ?? '')
  const list = entries.find(({ name }) => named !== undefined && basename(name) === named) ?? lists[0]
  if (!list) throw new NotThisFormat('This is not a YOLO dataset: it has no data.yaml, obj.names or classes.txt')
  return readNameList(await textOf(list))
}

interface SeenLines {
  corners: 'obb' | 'segment'
  /** True when lines end with their confidence and track number. */
  hasTracks: boolean
}

/**
 * Examines the first lines of the label files. Four corners are a rotated box, unless lines of other lengths show that all are polygons. A whole
 * number above 1 at the end of a line is a track number. So is a 1 if every line of this length ends with a whole number.
 */
async function seenLines(files: readonly ZipEntry[]): Promise<SeenLines> {
  const found: SeenLines = { corners: 'obb', hasTracks: false }
  let isSure = false
  let seen = 0
  for (const file of files) {
    for await (const { text } of lines(file.content(), {})) {
      const cells = text.trim().split(/\s+/)
      const last = cells.at(-1) ?? ''
      if (cells.length >= 7 && cells.length % 2 === 1 && /^[1-9]\d{0,8}$/.test(last)) {
        found.hasTracks = true
        isSure ||= last !== '1'
        if (cells.length > 11) found.corners = 'segment'
      } else if (cells.length === 7 || cells.length === 8 || cells.length > 10) return { corners: 'segment', hasTracks: isSure }
      if (++seen >= mostLinesSeen) return found
    }
  }
  return found
}

/** Characters that version 0.1.0 replaced in the names of exported label files. */
const replacedBefore = /[^\p{L}\p{N}._ -]/gu

/** Images by the names of their label files in Isobath's own exports. */
function mediaByStem(media: MediaIndex, replaced?: RegExp): Map<string, KnownMedia> {
  const given = new Map<string, number>()
  return new Map([...media.all()].map(each => [basename(stemOf(each.exportedName, given, replaced)), each]))
}
