import { readConfig } from './config.ts'
import { request } from './request.ts'

/** Downloads a file from the server. In bearer mode it is fetched first, because a link cannot carry a token. */
export async function saveFile(address: string, fileName: string): Promise<void> {
  if (readConfig().sessionMode === 'cookie') follow(address, fileName)
  else saveBlob(await (await request(address, { method: 'GET', unlimited: true })).blob(), fileName)
}

/** Saves a file that this page created. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  follow(address, fileName)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function follow(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
