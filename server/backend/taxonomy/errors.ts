import { codedError } from '../../lib/coded-error.ts'

export const NameTaken = codedError<[string, string]>('LABEL_NAME_TAKEN')
export const LabelUsed = codedError<[string, string, string]>('LABEL_USED')
export const LabelHasChildren = codedError<[string, string]>('LABEL_HAS_CHILDREN')
export const CatalogFull = codedError<[string]>('CATALOG_FULL')
export const ReferencesFull = codedError<[string, string]>('REFERENCES_FULL')
export const VersionNameTaken = codedError<[string]>('VERSION_NAME_TAKEN')
