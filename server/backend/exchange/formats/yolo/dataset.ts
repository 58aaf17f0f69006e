import { NotThisFormat, numberOf } from '../../../files/reading.ts'
import { readYaml } from '../../../files/yaml.ts'
import type { YoloTask } from './yolo.ts'

/** Classes of a dataset, and the content of its lines. */
export interface YoloDataset {
  /** Names of the classes, by their numbers. */
  names: string[]
  /** Null when the length of each line decides. */
  task: YoloTask | null
  /** Number of keypoint values in a line, after its box; 0 without keypoints. */
  keypointNumbers: number
}

const mostClasses = 100_000
const tasks: readonly string[] = ['detect', 'obb', 'segment'] satisfies YoloTask[]

/**
 * Reads a `data.yaml`: `names` as a list or by number, `kpt_shape` of poses, and the `task` of Isobath's exports.
 * Source: docs.ultralytics.com, "Dataset YAML".
 * @throws NotThisFormat when the text is not YAML, or has no names
 */
export function readDataYaml(text: string): YoloDataset {
  const file = readYaml(text, 'failsafe')
  const { names: given, kpt_shape: shape, task } = (typeof file === 'object' && file !== null ? file : {}) as Record<string, unknown>
  if (given === undefined) throw new NotThisFormat('This is not the data.yaml of a YOLO dataset: it has no “names”')
  const names = namesOf(given)
  if (names.length === 0) throw new NotThisFormat('This is not the data.yaml of a YOLO dataset: “names” is empty')
  const [points = 0, dimensions = 0] = Array.isArray(shape) ? shape.map(part => numberOf(String(part)) ?? 0) : []
  return {
    names,
    task: typeof task === 'string' && tasks.includes(task) ? (task as YoloTask) : null,
    keypointNumbers: Math.max(0, Math.trunc(points * dimensions))
  }
}

/** Class names by number. A number without a name becomes a separate class, so that its lines are kept. */
function namesOf(given: unknown): string[] {
  const named = (name: unknown, index: number) => (typeof name === 'string' && name.trim() ? name : `class ${index}`)
  if (Array.isArray(given)) return given.slice(0, mostClasses).map(named)
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  const names: unknown[] = []
  for (const [number, name] of entries) if (/^\d{1,9}$/.test(number) && Number(number) < mostClasses) names[Number(number)] = name
  return Array.from(names, named)
}

/**
 * Reads a list of names, one per line: `obj.names` of Darknet, `classes.txt` of labelImg and Label Studio.
 * @throws NotThisFormat when the list is empty
 */
export function readNameList(text: string): YoloDataset {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  if (lines.length === 0) throw new NotThisFormat('The list of names of this YOLO dataset is empty')
  return { names: namesOf(lines.map(line => line.trim())), task: null, keypointNumbers: 0 }
}

/** Path of the file of names in Darknet's `obj.data`, as in `names = data/obj.names`; null without one. Source: AlexeyAB/darknet. */
export function namesPathOf(objData: string): string | null {
  return /^\s*names\s*=\s*(\S.*?)\s*$/m.exec(objData)?.[1] ?? null
}
