import { stat } from 'node:fs/promises'
import type { ForeignLabel, ForeignPerson, ImportFormat, ImportOptions, ImportPreview } from '../../../../shared/contracts/exchange.ts'
import { importLabelLimit } from '../../../../shared/limits.ts'
import { NotThisFormat, quoted } from '../../files/reading.ts'
import type { FullSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { tidyName } from '../../taxonomy/names.ts'
import type { AnnotationEntry, Annotator, DatasetImage, DatasetLabel, DatasetTaxon, GivenLabel, Place } from '../dataset.ts'
import type { Entries } from '../formats/format.ts'
import { unnamedPoint } from '../kept-attributes.ts'
import { freeProgramName } from '../program-names.ts'
import { entryLimit } from './entry-limit.ts'
import { type FieldOf, fieldFinder } from './field-values.ts'
import { type FindingReport, findingReport } from './findings.ts'
import { imageColumns } from './image-columns.ts'
import { lackingFacts } from './lacking-facts.ts'
import { type KnownMedia, type MediaIndex, mediaIndex } from './media-index.ts'
import { labelProposer, memberNames } from './proposals.ts'
import { readFormat } from './read-format.ts'
import { recognise } from './recognise.ts'
import { enlarged, enlargement } from './resized.ts'
import { BroughtSamples, samplePlace } from './sample-points.ts'
import { scoreScale } from './score-scale.ts'
import { type StagedFrame, stage, stagedWriter, surest } from './staged.ts'
import { togetherById } from './together.ts'

export interface CheckTask {
  dataDir: string
  databaseUrl: string | null
  sight: FullSight
  fileName: string
  options: ImportOptions
  /** Path of the uploaded file. */
  path: string
  stagedPath: string
  findingsPath: string
}

/** Preview as stored. For new taxa, the preview also includes their facts from the file. */
export type StoredPreview = Omit<ImportPreview, 'labels'> & {
  labels: (Omit<ForeignLabel, 'taxon'> & { taxon?: DatasetTaxon })[]
  /** True when a person chose the author of annotations that have no author in the file. */
  isUnnamedGiven?: boolean
}

export interface CheckResult {
  format: ImportFormat
  preview: StoredPreview
}

const nothingInIt = 'The file was read to its end: it has no new annotations, labels or facts'
const mostUnmatchedReported = 200
const longestLabel = 200

/**
 * Reads a whole file, compares it with the project, and stages the changes that its import would make. The project remains unchanged.
 * @throws NotThisFormat when the file cannot be read, or exceeds a limit of imports
 */
export async function checkImport(db: Database, task: CheckTask, onProgress: OnProgress): Promise<CheckResult> {
  return (await checkOnce(db, task, { onProgress, inPercent: false })) ?? checkOnce(db, task, { onProgress, inPercent: true })
}

type OnProgress = (done: number, total: number) => void
interface Checking {
  onProgress: OnProgress
  inPercent: boolean
}

async function checkOnce(db: Database, task: CheckTask, checking: Checking & { inPercent: true }): Promise<CheckResult>
async function checkOnce(db: Database, task: CheckTask, checking: Checking): Promise<CheckResult | null>
/** Reads and checks a file once. @returns null when its scores turn out to be percentages, so that the file must be read again */
async function checkOnce(db: Database, task: CheckTask, { onProgress, inPercent }: Checking): Promise<CheckResult | null> {
  const format = task.options.format ?? (await recognise(task.path))
  const media = await mediaIndex(db, task.sight)
  const fieldOf = await fieldFinder(db, task.sight.projectId, format)
  const { size } = await stat(task.path)
  const request = { path: task.path, options: task.options, media, onProgress: (read: number) => onProgress(Math.min(read, size), size) }
  const findings = await findingReport(task.findingsPath)
  const staged = await stagedWriter(task.stagedPath)
  const file = new ForeignFile({ media, findings, fieldOf })
  const read = (): Entries => readFormat(format, request)
  const count = entryLimit()
  const lacking = lackingFacts(staged, findings)
  const scores = scoreScale(findings, inPercent)
  try {
    for await (const entry of format === 'biigle' ? togetherById(read) : read()) {
      count(entry)
      if (entry.kind === 'image') {
        const { media: known } = file.addImage(entry.image, entry.place)
        if (known) await lacking.add(known, entry.image, entry.place)
      } else if (entry.kind === 'label') file.addLabel(entry.label)
      else if (entry.kind === 'finding') await (entry.alike ? findings.addAlike(entry.finding) : findings.add(entry.finding))
      else if (entry.kind === 'annotation') {
        const { annotation, isOfProgram } = await scores.settle(entry)
        const added = file.addAnnotation({ ...entry, annotation }, isOfProgram)
        if (added.problem !== undefined) {
          const where = { ...entry.place, ...imageColumns[format], image: entry.annotation.fileName }
          await findings.write({ taken: false, ...where, message: added.problem })
          continue
        }
        await staged.add(added.row)
        for (const { name, message } of added.misfits) await findings.add({ taken: true, ...entry.place, column: name, message })
      }
    }
    if (scores.mustReadAgain()) return null
    if (file.isEmpty && findings.counts.all === 0 && !lacking.preview()) await findings.add({ taken: false, message: nothingInIt })
    lacking.report()
    await scores.report()
    await file.reportChanges()
    findings.showAlike()
    const facts = lacking.preview()
    return { format, preview: { ...(await file.preview(db, task, format)), ...(facts && { facts }) } }
  } finally {
    await staged.close(file.frames, file.covered).finally(() => findings.close())
  }
}

type StatedImage = Pick<DatasetImage, 'fileName' | 'width' | 'height' | 'frame'>

interface SeenImage {
  media: KnownMedia | null
  /** Reason why its annotations cannot be imported; empty when they can. For an image in the project, only annotations with a shape are affected. */
  problem: string
  /** Reason why its sample points cannot be imported; empty when they can. */
  sampleProblem: string
  count: number
  refusedCount: number
  /** Ratio of the image size in the project to that in the file. */
  factor: number
  place: Place | undefined
}

interface SeenPerson extends Annotator {
  count: number
}

interface Surroundings {
  media: MediaIndex
  findings: FindingReport
  fieldOf: FieldOf
}

/** Images, labels and people of a file, gathered while it is read. */
class ForeignFile {
  readonly frames: StagedFrame[] = []
  readonly #media: MediaIndex
  readonly #findings: FindingReport
  readonly #fieldOf: FieldOf
  readonly #images = new Map<string, SeenImage>()
  readonly #labels = new Map<string, { index: number; count: number; pointCount: number; label: DatasetLabel }>()
  readonly #samples = new BroughtSamples()
  readonly #people = new Map<string, SeenPerson & { index: number }>()
  #staged = 0
  #unmatched = 0
  #unnamed = 0
  #unnamedShares = 0
  #withSeveralLabels = 0
  #withCutAttributes = 0

  constructor({ media, findings, fieldOf }: Surroundings) {
    this.#media = media
    this.#findings = findings
    this.#fieldOf = fieldOf
  }

  addImage(stated: StatedImage, place?: Place): SeenImage {
    const { fileName, frame } = stated
    const before = this.#images.get(fileName)
    if (before) return before
    const found = this.#media.find(fileName)
    const match = 'problem' in found ? { media: null, problem: found.problem, factor: 1 } : { media: found, ...fit(found, stated) }
    const image = { ...match, sampleProblem: '', count: 0, refusedCount: 0, place }
    this.#images.set(fileName, image)
    if (image.media && frame !== undefined) this.frames.push([image.media.id, frame])
    return image
  }

  /** True when the import would add neither annotations nor labels. */
  get isEmpty(): boolean {
    return this.#staged === 0 && this.#labels.size === 0
  }

  /** Ids of the file's images that are in the project. */
  get covered(): string[] {
    return [...this.#images.values()].flatMap(({ media }) => media?.id ?? [])
  }

  addLabel(label: DatasetLabel): { index: number; count: number; pointCount: number; label: DatasetLabel } {
    const before = this.#labels.get(label.id)
    if (before) return before
    if (this.#labels.size >= importLabelLimit)
      throw new NotThisFormat(`This file names more than ${importLabelLimit.toLocaleString('en')} labels: split it`)
    const name = shortName(label.name)
    const path = label.path.map(shortName)
    const added = { index: this.#labels.size, count: 0, pointCount: 0, label: { ...label, name, path } }
    this.#labels.set(label.id, added)
    return added
  }

  /** Stages an annotation. @returns the staged annotation and the attributes that do not match their field, or the reason for a refusal */
  addAnnotation({ annotation: given, place }: AnnotationEntry, isOfProgram: boolean) {
    const samplePoint = samplePlace(given)
    const annotation = samplePoint === null ? given : { ...given, labels: given.labels.filter(label => !this.#isUnnamedPoint(label)) }
    const image = this.addImage({ fileName: annotation.fileName, width: null, height: null })
    image.count += 1
    if (!image.media) {
      this.#unmatched += 1
      return { problem: image.problem } as const
    }
    if (annotation.shape && image.problem) {
      image.refusedCount += 1
      return { problem: image.problem } as const
    }
    const sampleProblem = samplePoint === null ? null : this.#samples.add(image.media, annotation.fileName)
    if (sampleProblem !== null) {
      image.sampleProblem = sampleProblem
      image.refusedCount += 1
      return { problem: sampleProblem } as const
    }
    this.#staged += 1
    const label = surest(annotation.labels)
    const known = label && this.addLabel({ id: label.labelId, name: label.labelId, path: [] })
    if (known) {
      known.count += 1
      if (samplePoint !== null) known.pointCount += 1
    }
    if (annotation.labels.length > 1) this.#withSeveralLabels += 1
    const person = label?.annotator ? this.#addPerson(label.annotator) : null
    if (!person) {
      this.#unnamed += 1
      const share = label?.confidence ?? annotation.confidence
      if (isOfProgram || (share !== undefined && share !== 1)) this.#unnamedShares += 1
    }
    const shape = annotation.shape && image.factor !== 1 ? enlarged(annotation.shape, image.factor) : annotation.shape
    const { row, isCut, misfits } = stage(
      { ...annotation, shape },
      {
        image: image.media,
        place,
        label,
        labelIndex: known?.index ?? -1,
        personIndex: person?.index ?? -1,
        samplePoint,
        nameOf: id => this.#labels.get(id)?.label.name ?? id,
        fieldOf: this.#fieldOf
      }
    )
    if (isCut) this.#withCutAttributes += 1
    return { row, misfits, problem: undefined }
  }

  #isUnnamedPoint({ labelId }: GivenLabel): boolean {
    return (this.#labels.get(labelId)?.label.name ?? labelId) === unnamedPoint
  }

  #addPerson({ id, name, machine = false }: Annotator) {
    const before = this.#people.get(id)
    if (before) {
      before.count += 1
      return before
    }
    if (this.#people.size >= importLabelLimit)
      throw new NotThisFormat(`This file names more than ${importLabelLimit.toLocaleString('en')} people: split it`)
    const person = { id, name: shortName(name), machine, count: 1, index: this.#people.size }
    this.#people.set(id, person)
    return person
  }

  /**
   * Reports the changes that affect many annotations, and the images that were left out. The page shows one finding for each kind of change, and one
   * for each image. The table of findings already has each annotation that was left out.
   */
  async reportChanges(): Promise<void> {
    const add = (count: number, what: string) =>
      count > 0 ? this.#findings.add({ taken: true, message: `${count.toLocaleString('en')} × ${what}` }) : undefined
    await add(this.#withSeveralLabels, 'the label with the highest confidence was used; the others are kept in the attribute “otherLabels”')
    await add(
      this.#withCutAttributes,
      'an attribute name or text was shortened, some labels did not fit, or the annotation has more than 50 attributes'
    )
    let resized = 0
    for (const [fileName, image] of this.#images) {
      const { media, count, refusedCount, factor, place } = image
      const problem = image.problem || image.sampleProblem
      if (factor !== 1) {
        resized += 1
        await this.#findings.write({ taken: true, ...place, image: fileName, message: resizedWords(factor) })
      }
      const refused = media ? refusedCount : count
      if (media && refused === 0) continue
      const held =
        refused === 0 ? 'without annotations' : refused === 1 ? 'with one annotation' : `with ${refused.toLocaleString('en')} annotations`
      this.#findings.show({ taken: false, message: `${quoted(fileName)}, ${held}: ${problem}` }, refused)
      if (refused === 0) await this.#findings.write({ taken: false, image: fileName, message: problem })
    }
    const others = `${resized.toLocaleString('en')} × an image of a different size than in the file: its shapes were scaled`
    if (resized > 0) this.#findings.show({ taken: true, message: others }, resized)
  }

  async preview(db: Database, { sight, fileName }: CheckTask, format: ImportFormat): Promise<StoredPreview> {
    const { projectId } = sight
    const propose = await labelProposer(db, projectId)
    const members = await memberNames(db, projectId)
    const images = [...this.#images]
    const matched = images.flatMap(([, { media }]) => media ?? [])
    const isByProgram = this.#unnamedShares > 0 && this.#unnamedShares * 2 >= this.#unnamed
    return {
      annotationCount: this.#staged,
      imageCount: images.length,
      matchedImageCount: matched.length,
      unmatchedAnnotationCount: this.#unmatched,
      unmatchedImages: images
        .filter(([, { media }]) => media === null)
        .slice(0, mostUnmatchedReported)
        .map(([name, { count, problem }]) => ({ fileName: name, annotationCount: count, message: problem })),
      existingAnnotationCount: matched.reduce((sum, { annotationCount }) => sum + annotationCount, 0),
      labels: [...this.#labels.values()].map(({ label, count, pointCount }) => ({
        id: label.id,
        name: label.name,
        path: label.path,
        annotationCount: count,
        ...(pointCount > 0 && { samplePointCount: pointCount }),
        ...propose(label, count > 0 || format === 'dwca'),
        ...(label.taxon && { taxon: label.taxon })
      })),
      people: [...this.#people.values()].map(
        ({ id, name, machine = false, count }): ForeignPerson => ({
          id,
          name,
          annotationCount: count,
          machine,
          accountId: machine ? null : (members.get(name.toLowerCase()) ?? null)
        })
      ),
      unnamed: isByProgram
        ? { source: 'machine', name: await freeProgramName(db, sight, programName(fileName)) }
        : { source: 'human', name: null },
      unnamedCount: this.#unnamed,
      ...(this.#samples.count > 0 && { samplePointCount: this.#samples.count, sampledImageCount: this.#samples.imageCount }),
      findings: this.#findings.first,
      findingCount: this.#findings.counts.all,
      refusedCount: this.#findings.counts.refused
    }
  }
}

function fit(media: KnownMedia, stated: StatedImage): Pick<SeenImage, 'problem' | 'factor'> {
  const factor = enlargement(stated, media)
  if (factor !== null) return { problem: '', factor }
  const sizes = `it has ${media.width} × ${media.height} pixels here and ${stated.width} × ${stated.height} in the file`
  return { problem: `${sizes}: one was cropped or rotated, so shapes do not fit`, factor: 1 }
}

const resizedWords = (factor: number) =>
  `It is ${Number(factor.toPrecision(4))} times as wide and high here as in the file: its shapes were scaled`

/** Shortens a name to leave room for a number. */
export const programName = (fileName: string): string => [...shortName(fileName)].slice(0, longestLabel - 10).join('')

function shortName(name: string): string {
  return [...tidyName(name)].slice(0, longestLabel).join('') || 'without a name'
}
