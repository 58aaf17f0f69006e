/// <reference lib="webworker" />

/** Hashes one file for each message, off the main thread. */
addEventListener('message', async (event: MessageEvent<{ id: number; file: Blob }>) => {
  const { id, file } = event.data
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    postMessage({ id, sha256: Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('') })
  } catch {
    postMessage({ id, sha256: null }) // unreadable here: the upload will report the reason
  }
})
