import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withModelChild } from './model-child.ts'

const keptFaultMs = 60_000

let found: Promise<string> | null = null

/** Whether the package of the ONNX runtime is installed, without loading it. */
export function isRuntimeInstalled(): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node')))
  } catch {
    return false
  }
}

/** Version of the ONNX runtime, which a child process loads once to find out. @throws when it is missing or does not start */
export function runtimeVersion(): Promise<string> {
  found ??= withModelChild({ sizeBytes: 0 }, ({ run }) => run('runtime', null)).catch(error => {
    setTimeout(() => {
      found = null // it may be mended while the server runs
    }, keptFaultMs).unref()
    throw error
  })
  return found
}

/** Reason why this server runs no ONNX models; null when it does. */
export async function runtimeFault(): Promise<string | null> {
  if (!isRuntimeInstalled()) return 'the package onnxruntime-node is not installed'
  try {
    await runtimeVersion()
    return null
  } catch {
    return 'the package onnxruntime-node does not start on this machine'
  }
}
