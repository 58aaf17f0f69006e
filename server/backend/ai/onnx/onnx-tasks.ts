import { readFileSync } from 'node:fs'
import type { Inspection, Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { decodedPixels } from '../decoded-pixels.ts'
import type { Pixels } from '../learning/crops.ts'
import { classify, type Detected, detect, type Scored } from './detect.ts'
import { ModelRefused } from './errors.ts'
import { inspectModel } from './inspect-model.ts'
import type { Window } from './placement.ts'
import { type PointProbabilities, pointProbabilities } from './point-probabilities.ts'
import { loadRuntime, openSession, type Session } from './session.ts'

export type OnnxTasks = typeof onnxTasks

export interface Measured {
  msPerItem: number
  peakMb: number
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
    const images = [picture(width, height, () => grey), picture(width, height, noise())]
    for (const image of images) await applied(opened(), image)
    const times: number[] = []
    for (let run = 0; run < timedRuns; run++) {
      const start = performance.now()
      await applied(opened(), images[1] as Pixels)
      times.push(performance.now() - start)
    }
    const [, median = 0] = times.sort((one, other) => one - other)
    return { msPerItem: Math.round(median * 10) / 10, peakMb: peakMb() }
  },

  /** Detects the objects on a picture. @throws ModelRefused */
  detect: async ({ path }: { path: string }): Promise<Detected[]> => detect(opened(), await decodedPixels(path)),

  /** Classifies windows on a picture. @throws ModelRefused */
  classify: async ({ path, places }: { path: string; places: Window[] }): Promise<Scored[][]> =>
    classify(opened(), await decodedPixels(path), places),

  /** Computes all class probabilities of points on a picture. @throws ModelRefused */
  pointProbabilities: async ({ path, places }: { path: string; places: Window[] }): Promise<PointProbabilities> =>
    pointProbabilities(opened(), await decodedPixels(path), places)
}

async function applied(of: Session, image: Pixels): Promise<void> {
  if (of.manifest.task !== 'classify') await detect(of, image)
  else await classify(of, image, [{ x: image.width / 2, y: image.height / 2, sidePx: Math.min(image.width, image.height) }])
}

function picture(width: number, height: number, value: () => number): Pixels {
  return { data: Uint8Array.from({ length: width * height * 3 }, value), width, height }
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
