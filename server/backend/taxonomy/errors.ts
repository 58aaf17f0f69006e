import createError from '@fastify/error'

export const NameTaken = createError<[string, string]>('NAME_TAKEN', '%s has a label “%s” already', 409)
export const LabelUsed = createError<[string, string, string]>(
  'LABEL_USED',
  '“%s” names %s: give %s another label first, or merge it into one',
  409
)
export const LabelHasChildren = createError<[string, string]>(
  'LABEL_HAS_CHILDREN',
  '“%s” has %s under it: move or delete what is there first',
  409
)
export const CatalogFull = createError<[string]>('CATALOG_FULL', 'A catalog holds up to %s labels', 409)
export const ReferencesFull = createError<[string, string]>(
  'REFERENCES_FULL',
  '“%s” has %s reference images already: take one away first',
  409
)
export const VersionNameTaken = createError<[string]>('VERSION_NAME_TAKEN', 'The catalog has a version “%s” already', 409)
