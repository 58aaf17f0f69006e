import { type Static, Type } from 'typebox'
import { attributeChoiceLimit, attributeFieldLimit } from '../limits.ts'
import { exampleId, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export type AttributeType = Static<typeof AttributeType>
/** Type of a field's values: whole numbers, numbers, text, yes or no, or one choice from a list. */
export const AttributeType = Type.Enum(['integer', 'number', 'text', 'boolean', 'choice'])

/** Single-line text without leading or trailing space. */
const tidy = '^\\S(.*\\S)?$'

const rules = {
  unit: Nullable(Type.String({ maxLength: 20, pattern: tidy }), { description: 'unit of numbers: `mm`, `°C`' }),
  minimum: Nullable(Type.Number(), { description: 'smallest allowed number' }),
  maximum: Nullable(Type.Number(), { description: 'largest allowed number' }),
  choices: Type.Array(Type.String({ maxLength: 100, pattern: tidy }), {
    maxItems: attributeChoiceLimit,
    uniqueItems: true,
    description: 'values of a `choice`, in the order in which they are offered; empty for every other type'
  }),
  required: Type.Boolean({ description: 'whether every annotation should have a value; others are accepted, but shown as incomplete' }),
  measurementTypeID: Nullable(Type.String({ maxLength: 1000, pattern: '^https?://\\S+$' }), {
    description: 'URL of the corresponding term in a vocabulary such as NERC’s P01, for archives'
  })
}

/** Attribute field of a project's annotations. Values are stored by the field's name. */
export type AttributeField = Static<typeof AttributeField>
export const AttributeField = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String({ maxLength: 60, pattern: tidy, description: 'Darwin Core’s term where there is one: `lifeStage`' }),
  type: AttributeType,
  ...rules,
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

const ruleOptions = {
  unit: Type.Optional(rules.unit),
  minimum: Type.Optional(rules.minimum),
  maximum: Type.Optional(rules.maximum),
  choices: Type.Optional(rules.choices),
  required: Type.Optional(rules.required),
  measurementTypeID: Type.Optional(rules.measurementTypeID)
}

export type AttributeFieldDraft = Static<typeof AttributeFieldDraft>
export const AttributeFieldDraft = Type.Object(
  { name: AttributeField.properties.name, type: AttributeType, ...ruleOptions },
  { additionalProperties: false }
)

export type AttributeFieldEdit = Static<typeof AttributeFieldEdit>
/** Edit to a field; absent properties stay unchanged. Name and type never change, because stored values depend on them. */
export const AttributeFieldEdit = Type.Object({ revision: Revision, ...ruleOptions }, { additionalProperties: false, minProperties: 2 })

const ProjectParams = Type.Object({ projectId: Id })
const FieldParams = Type.Object({ fieldId: Id })
const Fields = Type.Object({ fields: Type.Array(AttributeField, { description: 'in the order of the form' }) })

export const attributeFieldsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/attribute-fields',
    summary: 'Attribute fields of a project’s annotations, such as count and life stage',
    schema: { params: ProjectParams, response: { 200: Fields, 404: Problem } }
  }),
  create: contract({
    method: 'POST',
    url: '/projects/:projectId/attribute-fields',
    summary: 'Add an attribute field to a project’s annotations',
    audit: 'attributeField.created',
    example: { name: 'individualCount', type: 'integer', minimum: 1 },
    schema: {
      params: ProjectParams,
      body: AttributeFieldDraft,
      response: { 201: AttributeField, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/attribute-fields/:fieldId',
    summary: 'Change an attribute field; existing values stay',
    audit: 'attributeField.revised',
    example: { revision: 1, required: true },
    schema: {
      params: FieldParams,
      body: AttributeFieldEdit,
      response: { 200: AttributeField, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/attribute-fields/:fieldId',
    summary: 'Delete an attribute field; existing values stay',
    audit: 'attributeField.deleted',
    schema: { params: FieldParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  order: contract({
    method: 'PUT',
    url: '/projects/:projectId/attribute-fields/order',
    summary: 'Reorder the attribute fields of a project',
    audit: 'attributeField.ordered',
    example: { fieldIds: [exampleId(1), exampleId(2)] },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        { fieldIds: Type.Array(Id, { maxItems: attributeFieldLimit, uniqueItems: true, description: 'all of them' }) },
        { additionalProperties: false }
      ),
      response: { 200: Fields, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  })
}
