import { withModelChild } from './model-child.ts'

let found: Promise<string> | null = null

/** Version of the ONNX runtime, which a child process loads once to find out. @throws when it is missing */
function runtimeVersion(): Promise<string> {
  found ??= withModelChild({ sizeBytes: 0 }, ({ run }) => run('runtime', null))
  found.catch(() => {
    found = null // it may be installed while the server runs
  })
  return found
}

/** Reason why this server runs no ONNX models; null when it does. */
export async function runtimeFault(): Promise<string | null> {
  try {
    await runtimeVersion()
    return null
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND'
    return isMissing ? 'the package onnxruntime-node is not installed' : 'the package onnxruntime-node does not start on this machine'
  }
}

export { runtimeVersion }
