import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AttributeField, AttributeFieldDraft } from '../../../shared/contracts/attribute-fields.ts'
import { call } from '../../api/call.ts'

export const attributeFieldKeys = {
  of: (projectId: string) => ['attribute-fields', projectId] as const
}

/** Attribute fields of a project, in form order. */
export const attributeFieldsOf = (projectId: string) =>
  queryOptions({
    queryKey: attributeFieldKeys.of(projectId),
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/attribute-fields', { params: { projectId }, signal })).fields
  })

export const renewFields = (client: QueryClient, projectId: string) =>
  client.invalidateQueries({ queryKey: attributeFieldKeys.of(projectId) })

/** Adds a field, or changes the rules of `field`. The name and type of an existing field stay the same. */
export function saveField(projectId: string, field: AttributeField | null, draft: AttributeFieldDraft): Promise<AttributeField> {
  if (!field) return call('POST /projects/:projectId/attribute-fields', { params: { projectId }, json: draft })
  const { name: _name, type: _type, ...rules } = draft
  return call('PATCH /attribute-fields/:fieldId', { params: { fieldId: field.id }, json: { ...rules, revision: field.revision } })
}

export const removeField = (fieldId: string) => call('DELETE /attribute-fields/:fieldId', { params: { fieldId } })

export const orderFields = (projectId: string, fieldIds: string[]) =>
  call('PUT /projects/:projectId/attribute-fields/order', { params: { projectId }, json: { fieldIds } })
