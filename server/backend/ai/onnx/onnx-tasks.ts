import { readFileSync } from 'node:fs'
import type { OutlinePrompt } from '../../../../shared/contracts/image-outlines.ts'
import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import type { Inspection, Manifest, ModelInput } from '../../../../shared/contracts/uploaded-models.ts'
import { classify, type Detected, detect, type Scored } from './detect.ts'
import { embed } from './embed.ts'
import { packed, unpacked } from './encoding.ts'
import { ModelRefused } from './errors.ts'
import { inspectModel } from './inspect-model.ts'
import { decoderOf, encoded, encodingOf, outlined } from './interactive.ts'
import { inFile, inMemory, type Picture } from './picture.ts'
import type { Window } from './placement.ts'
import { type PointProbabilities, pointProbabilities } from './point-probabilities.ts'
import { loadRuntime, openSession, type Session } from './session.ts'

export type OnnxTasks = typeof onnxTasks

export interface Measured {
  msPerItem: number
  /** Only of an interactive pair. */
  msPerClick?: number
  /** Only of an embedding model: the length of a vector. */
  dimensions?: number
  peakMb: number
}

interface OutlineTask {
  /** Path of the decoder. */
  decoder: string
  /** Path of the encoded picture. */
  encoding: string
  input: ModelInput
  prompt: OutlinePrompt
  threads: number
}

const grey = 114
const timedRuns = 3

let session: Session | null = null

function opened(): Session {
  if (!session) throw new ModelRefused('The model is not loaded')
  return session
}

/** Tasks on untrusted models, run only in child processes. */
export const onnxTasks = {
  /** Returns the version of the ONNX runtime. @throws when it is not installed or does not start */
  async runtime(_: null): Promise<string> {
    const { env } = await loadRuntime()
    return env.versions.node ?? env.versions.common
  },

  /** Inspects a model file without running it. @throws ModelRefused */
  inspect: async ({ path }: { path: string }): Promise<Inspection> => inspectModel(path),

  /** Loads a model for the other tasks of this process. @throws ModelRefused */
  async load({ path, manifest, threads }: { path: string; manifest: Manifest; threads: number }): Promise<void> {
    session = await openSession(path, manifest, threads)
  },

  /** Runs the model on a grey and a noise image, and measures time and memory. @throws ModelRefused if its outputs do not fit the manifest */
  async dryRun(_: null): Promise<Measured> {
    const [width = 1, height = 1] = opened().manifest.input.size
    const noisy = picture(width, height, noise())
    await applied(
      opened(),
      picture(width, height, () => grey)
    )
    await applied(opened(), noisy)
    const msPerItem = await timed(() => applied(opened(), noisy))
    const [vector] = opened().manifest.task === 'embed' ? await embed(opened(), noisy, [wholeOf(noisy)]) : []
    return { msPerItem, ...(vector && { dimensions: vector.length }), peakMb: peakMb() }
  },

  /** Runs an interactive pair on a grey and a noise image, and measures time and memory. @throws ModelRefused */
  async dryRunPair({ decoder: path, threads }: { decoder: string; threads: number }): Promise<Measured> {
    const [width = 1, height = 1] = opened().manifest.input.size
    const decoder = await decoderOf(path, threads)
    const prompt = middleOf({ width, height })
    let encoding = await encoded(
      opened(),
      picture(width, height, () => grey)
    )
    const msPerItem = await timed(async () => {
      encoding = unpacked(packed(await encoded(opened(), picture(width, height, noise()))))
    })
    const msPerClick = await timed(() => outlined(decoder, encoding, opened().manifest, prompt))
    return { msPerItem, msPerClick, peakMb: peakMb() }
  },

  /** Encodes a picture for an interactive pair, in the format of `encoding.ts`. @throws ModelRefused */
  encode: async ({ path }: { path: string }): Promise<Uint8Array> => packed(await encoded(opened(), await inFile(path))),

  /** Outlines the object in the middle of a picture with an interactive pair. @throws ModelRefused */
  async outlineMiddle({ path, decoder, threads }: { path: string; decoder: string; threads: number }): Promise<Polygon | null> {
    const encoding = await encoded(opened(), await inFile(path))
    return outlined(await decoderOf(decoder, threads), encoding, opened().manifest, middleOf(encoding))
  },

  /** Outlines the object of a prompt on an encoded picture. @throws ModelRefused */
  outline: async ({ decoder, encoding, input, prompt, threads }: OutlineTask): Promise<Polygon | null> =>
    outlined(await decoderOf(decoder, threads), await encodingOf(encoding), { input }, prompt),

  /** Detects the objects on a picture. @throws ModelRefused */
  detect: async ({ path }: { path: string }): Promise<Detected[]> => detect(opened(), await inFile(path)),

  /** Classifies windows on a picture. @throws ModelRefused */
  classify: async ({ path, places }: { path: string; places: Window[] }): Promise<Scored[][]> =>
    classify(opened(), await inFile(path), places),

  /** Computes the vectors of windows of a picture with an embedding model, as half-precision bytes. @throws ModelRefused */
  async embed({ path, places, dimensions }: { path: string; places: Window[]; dimensions: number }): Promise<Uint8Array> {
    const vectors = await embed(opened(), await inFile(path), places, dimensions)
    return new Uint8Array(Float16Array.from(vectors.flatMap(vector => [...vector])).buffer)
  },

  /** Computes all class probabilities of points on a picture. @throws ModelRefused */
  pointProbabilities: async ({ path, places }: { path: string; places: Window[] }): Promise<PointProbabilities> =>
    pointProbabilities(opened(), await inFile(path), places)
}

/** Returns the median time of three runs in milliseconds, with one decimal. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < timedRuns; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  const [, median = 0] = times.sort((one, other) => one - other)
  return Math.round(median * 10) / 10
}

/** Prompt for the object in the middle of a picture: a box of half its sides, and a click. */
const middleOf = ({ width, height }: { width: number; height: number }): OutlinePrompt => ({
  box: { x: width / 4, y: height / 4, width: width / 2, height: height / 2 },
  clicks: [{ x: width / 2, y: height / 2, isObject: true }]
})

const wholeOf = ({ width, height }: Picture): Window => ({ x: width / 2, y: height / 2, sidePx: Math.min(width, height) })

/** Runs a model that is not a pair on a picture. */
function applied(of: Session, image: Picture): Promise<unknown> {
  const { task } = of.manifest
  if (task === 'classify') return classify(of, image, [wholeOf(image)])
  return task === 'embed' ? embed(of, image, [wholeOf(image)]) : detect(of, image)
}

function picture(width: number, height: number, value: () => number): Picture {
  return inMemory({ data: Uint8Array.from({ length: width * height * 3 }, value), width, height })
}

/** Returns a pseudorandom byte generator with a fixed seed. Source: linear congruential generator of Numerical Recipes. */
function noise(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
}

/** Reads the peak resident memory of this process in MiB from `/proc/self/status`. On systems other than Linux, reads the current value. */
function peakMb(): number {
  try {
    const kib = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]
    if (kib) return Math.round(Number(kib) / 1024)
  } catch {}
  return Math.round(process.memoryUsage.rss() / 1024 ** 2)
}
