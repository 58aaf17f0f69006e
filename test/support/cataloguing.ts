import type { Test } from 'tap'
import type { Label, OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import type { ImportReport } from '../../shared/contracts/taxonomy-import.ts'
import { annotatingProject } from './annotating.ts'
import type { BackendOptions, Person } from './backend.ts'

interface TakeOptions {
  dryRun?: boolean
  namesakes?: 'ask' | 'add' | 'use'
  under?: string
  decisions?: string
  by?: Person
}

/** Creates a project with the calls that tests of its catalog make. */
export async function cataloguingProject(t: Test, options: BackendOptions & { images?: number } = {}) {
  const scene = await annotatingProject(t, { images: 1, ...options })
  const { app, owner, project } = scene

  /** Sends a list as the page does. */
  async function send(list: string | Buffer, { by = owner, ...query }: TakeOptions = {}) {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/labels/import?${asked}`,
      headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: list
    })
  }

  /** Imports a list. @throws when the whole list is refused */
  async function take(list: string | Buffer, options: TakeOptions = {}): Promise<ImportReport> {
    const answer = await send(list, options)
    if (answer.statusCode !== 200) throw new Error(`the list was refused: ${answer.body}`)
    return answer.json()
  }

  async function outline(projectId = project.id): Promise<OutlineLabel[]> {
    return (await owner.get(`/projects/${projectId}/labels/outline`)).json().labels
  }

  /** Returns the tree as indented lines, by name. */
  async function tree(projectId = project.id): Promise<string[]> {
    const children = Map.groupBy(await outline(projectId), ({ parentId }) => parentId)
    const under = (parentId: string | null, indent: string): string[] =>
      (children.get(parentId) ?? []).flatMap(({ id, name }) => [indent + name, ...under(id, `${indent}  `)])
    return under(null, '')
  }

  async function labelNamed(name: string): Promise<Label> {
    const { items } = (await owner.get(`/projects/${project.id}/labels?search=${encodeURIComponent(name)}`)).json()
    const label = items.find((item: Label) => item.name === name)
    if (!label) throw new Error(`there is no label ${name}`)
    return label
  }

  return { ...scene, send, take, outline, tree, labelNamed }
}
