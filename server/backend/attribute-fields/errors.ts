import createError from '@fastify/error'

export const AttributeNameTaken = createError<[string]>('NAME_TAKEN', 'The project has an attribute “%s” already', 409)
export const TooManyAttributeFields = createError<[number]>(
  'TOO_MANY_ATTRIBUTES',
  'A project asks for at most %d attributes: delete one first',
  409
)
export const FieldsChanged = createError(
  'FIELDS_CHANGED',
  'Attributes were added or deleted meanwhile: look at the list again and order it anew',
  409
)
