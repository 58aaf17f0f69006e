import type { Manifest, ModelTask, UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { decodesOf } from '../../../../shared/model-decodes.ts'
import { labelsOfLines, texts } from './texts.ts'

const { form: words } = texts

/** List fields of the manifest, as the text in their inputs. */
export interface ListTexts {
  outputs: string
  mean: string
  std: string
  labels: string
}

type Decoders = UploadedModelCard['decoders']

const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)

export const isCutTask = (task: ModelTask) => task === 'detect' || task === 'segment_instance'
/** Whether a model of a task reads a window around each point. */
export const isWindowTask = (task: ModelTask) => task === 'classify' || task === 'embed'
/** Whether a model of a task has labels. */
export const isLabelTask = (task: ModelTask) => task !== 'interactive' && task !== 'embed'

/** Manifest for another task, with an output format and a fit that the task has. */
export function withTask(manifest: Manifest, task: ModelTask): Manifest {
  const { input, output } = manifest
  const [decode = output.decode] = decodesOf[task]
  const fit = input.resize === 'corner' ? 'letterbox' : input.resize
  return { ...manifest, task, input: { ...input, resize: task === 'interactive' ? 'corner' : fit }, output: { ...output, decode } }
}

/** Decoder of a manifest, or the newest one if it has none that is still in the project. */
export const decoderOf = ({ decoder }: Pick<Manifest, 'decoder'>, decoders: Decoders): string | undefined =>
  (decoders.find(({ sha256 }) => sha256 === decoder) ?? decoders[0])?.sha256

/** Choices of a decoder by file name. Files of the same name have the first digits of their SHA-256. */
export const decoderChoices = (decoders: Decoders) =>
  decoders.map(({ sha256, fileName }) => ({
    value: sha256,
    label: decoders.some(other => other.sha256 !== sha256 && other.fileName === fileName)
      ? words.sameName(fileName, sha256.slice(0, 8))
      : fileName
  }))

/**
 * Manifest to send, without the file hash.
 * @param manifest the manifest in the form
 * @param lists texts that replace its list fields
 * @param decoders decoders in the project, newest first
 */
export function manifestOf(manifest: Manifest, lists: ListTexts, decoders: Decoders): Manifest {
  const { sha256: _, tiling, decoder: __, ...rest } = manifest as Manifest & { sha256?: string }
  const names = lists.outputs
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  const { token, ...output } = rest.output
  const isPair = rest.task === 'interactive'
  const decoder = decoderOf(manifest, decoders)
  return {
    ...rest,
    input: { ...rest.input, mean: numbersIn(lists.mean), std: numbersIn(lists.std) },
    output: { ...output, names, ...(rest.task === 'embed' && token && { token }) },
    labels: isLabelTask(rest.task) ? labelsOfLines(lists.labels) : [],
    ...(isPair && decoder && { decoder }),
    ...(isCutTask(rest.task) && tiling && { tiling })
  }
}
