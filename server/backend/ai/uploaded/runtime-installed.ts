import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether the package of the ONNX runtime is installed, without loading it. */
export function isRuntimeInstalled(): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node')))
  } catch {
    return false
  }
}
