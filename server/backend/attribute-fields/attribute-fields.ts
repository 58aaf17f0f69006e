import { attributeFieldEvents } from '../../../shared/activity/attribute-fields.ts'
import { attributeFieldsApi } from '../../../shared/contracts/attribute-fields.ts'
import type { Module } from '../module.ts'
import { attributeFields } from './migrations/0012-attribute-fields.ts'
import { attributeTerms } from './migrations/0027-attribute-terms.ts'
import { attributeFieldRoutes } from './routes.ts'

/** Module for the fields of annotation attributes in a project. */
export const attributeFieldsModule: Module = {
  contracts: [attributeFieldsApi],
  activity: attributeFieldEvents,
  migrations: [attributeFields, attributeTerms],
  routes: [attributeFieldRoutes]
}
