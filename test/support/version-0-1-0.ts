import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import type { Page } from 'playwright-core'
import { extract } from 'tar-stream'

const folder = fileURLToPath(new URL('../fixtures/version-0.1.0/', import.meta.url))

/** Path of a recorded answer or file. */
export const recordedFile = (name: string): string => join(folder, 'expected', name)

export const ana = { email: 'ana@lab.example', password: 'kelp otter basalt plume' }
export const projectId = '01a20b48-f6ac-7000-bffe-92cb6f3dc1cc'
export const mediaIds = [
  '01a20b48-f716-7000-be62-2481491aa8ee',
  '01a20b48-f749-7000-8647-01e84599b7de',
  '01a20b48-f778-7000-beae-62c523769acf',
  '01a20b48-f7a8-7000-b57f-7c52ffe62417'
] as const
export const sessionId = '01a20b48-f971-7000-9807-dcbb8a2c7ddd'
/** An annotation that Ben relabelled and commented on. */
export const renamedId = '01a20b48-f88e-7000-a404-4da211d37982'

/** Unpacks the data folder of version 0.1.0 into `dataDir`. */
export async function unpackData(dataDir: string): Promise<void> {
  const unpacking = extract()
  unpacking.on('entry', async ({ name, type }, content, next) => {
    const path = join(dataDir, name)
    if (type === 'directory') mkdirSync(path, { recursive: true })
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, await buffer(content))
    }
    content.resume()
    next()
  })
  await pipeline(createReadStream(join(folder, 'data.tar.gz')), createGunzip(), unpacking)
}

interface StoredDatabase {
  name: string
  version: number
  stores: {
    name: string
    keyPath: string | null
    autoIncrement: boolean
    indexes: { name: string; keyPath: string; unique: boolean }[]
    keys: number[]
    values: object[]
  }[]
}

/** Restores the browser databases of version 0.1.0 in a page, before the app has run there. */
export async function placeBrowserDatabases(page: Page): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(place, JSON.parse(await readFile(join(folder, 'browser.json'), 'utf8')) as StoredDatabase[])
}

/** Creates the databases. Runs in the page. */
async function place(databases: StoredDatabase[]) {
  for (const { name, version, stores } of databases) {
    const opening = indexedDB.open(name, version)
    opening.onupgradeneeded = () => {
      for (const { name, keyPath, autoIncrement, indexes, keys, values } of stores) {
        const store = opening.result.createObjectStore(name, { keyPath, autoIncrement })
        for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique })
        for (const [at, value] of values.entries()) store.put(value, keyPath === null ? keys[at] : undefined)
      }
    }
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve
      opening.onerror = () => reject(opening.error)
    })
    opening.result.close()
  }
}
