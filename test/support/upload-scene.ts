import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Project } from '../../shared/contracts/projects.ts'
import { type DatabaseKind, type Person, type TestBackend, testBackend } from './backend.ts'
import { listening } from './uploads.ts'

export interface UploadScene extends TestBackend {
  base: string
  owner: Person
  project: Project
}

/** Starts a backend that listens, with a project to upload to. */
export async function uploadScene(t: Test, database: DatabaseKind): Promise<UploadScene> {
  const backend = await testBackend(t, { database })
  const base = await listening(t, backend)
  const owner = await backend.signUp()
  return { ...backend, base, owner, project: await owner.makeProject() }
}

/** Everything that an upload could leave behind. */
export async function uploadTraces({ config, storage, owner, project }: UploadScene) {
  const files = (folder: string) =>
    readdirSync(join(config.dataDir, folder), { recursive: true, withFileTypes: true }).filter(
      entry => entry.isFile() && entry.name !== 'files-id'
    )
  const rows = async (table: 'media' | 'upload' | 'job') => (await storage.db.selectFrom(table).select('id').execute()).length
  const { mediaCount } = (await owner.get(`/projects/${project.id}`)).json<Project>()
  return {
    files: files('uploads').length + files('blobs').length + files('tmp').length,
    rows: (await rows('media')) + (await rows('upload')) + (await rows('job')),
    mediaCount
  }
}

export const noTraces = { files: 0, rows: 0, mediaCount: 0 }
