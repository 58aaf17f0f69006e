import { call } from '../../../api/call.ts'
import { copyPlan, type TakeOver } from '../take-over.ts'
import type { ProjectTemplate } from './templates.ts'

/** Whether to add each optional part of a template. */
export type TemplateOptions = Record<'sites' | 'plan', boolean>

/** Parts of a template that become content of a new project. */
export type TemplatePart = 'labels' | 'attributes' | keyof TemplateOptions

/** Leaves out the parts that are copied from another project. */
export const optionsBeside = (options: TemplateOptions, takeOver: TakeOver): TemplateOptions => ({
  sites: options.sites && !takeOver.sites,
  plan: options.plan && !takeOver.plan
})

/**
 * Adds the content of a template to a new project, one request after the other. A part that fails does not stop the others.
 * @returns the parts that are missing or incomplete
 */
export async function addTemplateContent(
  projectId: string,
  { labels, attributes, sites, sampling }: ProjectTemplate,
  options: TemplateOptions
): Promise<TemplatePart[]> {
  const params = { projectId }
  const results: [TemplatePart, boolean][] = [
    ['labels', await inTurn(labels, json => call('POST /projects/:projectId/labels', { params, json }))],
    ['attributes', await inTurn(attributes, json => call('POST /projects/:projectId/attribute-fields', { params, json }))],
    ['sites', await inTurn(options.sites ? sites : [], json => call('POST /projects/:projectId/sites', { params, json }))],
    ['plan', !options.plan || (await copyPlan(projectId, sampling))]
  ]
  return results.filter(([, isWhole]) => !isWhole).map(([part]) => part)
}

/** @returns whether all items were added */
async function inTurn<Item>(items: readonly Item[], add: (item: Item) => Promise<unknown>): Promise<boolean> {
  try {
    for (const item of items) await add(item)
    return true
  } catch {
    return false
  }
}
