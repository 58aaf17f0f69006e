import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withModelChild } from './model-child.ts'

const keptFaultMs = 60_000

let found: Promise<string> | null = null

/** Whether the ONNX runtime package is installed. The package is not loaded. */
export function isRuntimeInstalled(): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node')))
  } catch {
    return false
  }
}

/** Returns the version of the ONNX runtime, which a child process loads once. @throws when it is missing or does not start */
export function runtimeVersion(): Promise<string> {
  found ??= withModelChild({ sizeBytes: 0 }, ({ run }) => run('runtime', null)).catch(error => {
    setTimeout(() => {
      found = null // the runtime may be repaired while the server is running
    }, keptFaultMs).unref()
    throw error
  })
  return found
}

/** Returns the reason why this server cannot run ONNX models; null if it can. */
export async function runtimeFault(): Promise<string | null> {
  if (!isRuntimeInstalled()) return 'the package onnxruntime-node is not installed'
  try {
    await runtimeVersion()
    return null
  } catch {
    return 'the package onnxruntime-node could not be loaded'
  }
}
