import { type Static, Type } from 'typebox'
import { colourCount } from '../taxonomy/colour-count.ts'
import { qualifierMarks } from '../taxonomy/qualifiers.ts'
import { exampleId, Id, Nothing, Nullable, Page, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

/** Text without line breaks or other control characters. */
const oneLine = '^[^\\x00-\\x1f]*$'
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '[^\\s\\x00-\\x1f]' })
const ShortText = Type.String({ minLength: 1, maxLength: 200, pattern: oneLine })
const LongText = Type.String({ maxLength: 10_000, pattern: '^[^\\x00]*$' })

/** Life Science Identifier of a taxon in WoRMS: `urn:lsid:marinespecies.org:taxname:` followed by the AphiaID. */
const Lsid = Type.String({ pattern: '^urn:lsid:marinespecies\\.org:taxname:[1-9][0-9]{0,9}$' })

/** Qualifiers of open nomenclature. Source: Sigovini et al. 2016; for images Horton et al. 2021. */
export type IdentificationQualifier = Static<typeof IdentificationQualifier>
export const IdentificationQualifier = Type.Enum([...qualifierMarks])

/** Categories of the IUCN Red List. */
export const ConservationStatus = Type.Enum(['NE', 'DD', 'LC', 'NT', 'VU', 'EN', 'CR', 'EW', 'EX'])

const fields = {
  parentId: Nullable(Id),
  name: Name,
  scientificName: Nullable(ShortText, { description: 'without author and qualifier; null for a label without a taxon' }),
  scientificNameAuthorship: Nullable(ShortText),
  taxonRank: Nullable(
    Type.String({ minLength: 1, maxLength: 50, pattern: oneLine, description: 'lower-case English: species, genus, family, …' })
  ),
  scientificNameID: Nullable(Lsid),
  acceptedNameUsage: Nullable(ShortText, { description: 'accepted name, if the name itself is not accepted' }),
  acceptedNameUsageID: Nullable(Lsid),
  taxonomicStatus: Nullable(
    Type.String({ minLength: 1, maxLength: 60, pattern: oneLine, description: 'status in WoRMS: accepted, unaccepted, …' })
  ),
  identificationQualifier: Nullable(IdentificationQualifier),
  morphospecies: Nullable(
    Type.String({ minLength: 1, maxLength: 60, pattern: oneLine, description: 'code of an operational taxonomic unit' })
  ),
  verbatimIdentification: Nullable(ShortText, { description: 'the identification as first written, if `name` differs from it' }),
  synonyms: Type.Array(ShortText, { maxItems: 200 }),
  vernacularNames: Type.Array(
    Type.Object(
      { name: ShortText, language: Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$', description: 'BCP 47' }) },
      { additionalProperties: false }
    ),
    { maxItems: 200 }
  ),
  environments: Type.Array(Type.Enum(['marine', 'brackish', 'freshwater', 'terrestrial']), { maxItems: 4, uniqueItems: true }),
  conservationStatus: Nullable(ConservationStatus),
  colour: Nullable(Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'chosen by a person; null: a colour of the palette' })),
  hotkey: Nullable(
    Type.Integer({ minimum: 0, maximum: 9, description: 'number key that assigns this label; one label per key in a project' })
  ),
  definition: Nullable(LongText),
  identificationNotes: Nullable(LongText)
}

/** Taxon in a label's name. The taxon determines which words are italic. */
export type NamedTaxon = Static<typeof NamedTaxon>
export const NamedTaxon = Type.Object({ scientificName: Type.String(), taxonRank: Nullable(Type.String()) })

/** One node of a project's catalog: a taxon, or a label without a taxon. Field names are Darwin Core's terms where they exist. */
export type Label = Static<typeof Label>
export const Label = Type.Object({
  id: Id,
  projectId: Id,
  ...fields,
  childCount: Type.Integer({ minimum: 0 }),
  annotationCount: Type.Integer({ minimum: 0, description: 'number of annotations with exactly this label' }),
  favourite: Type.Boolean({ description: 'whether it is a favourite of the caller' }),
  ownKey: Nullable(Type.Integer({ description: 'number key that the caller chose; it overrides the project’s' })),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

/** Label with its ancestors and the total number of its annotations. */
export type LabelDetail = Static<typeof LabelDetail>
export const LabelDetail = Type.Interface([Label], {
  path: Type.Array(Type.Object({ id: Id, name: Name }), { description: 'the labels above it, root first' }),
  totalAnnotationCount: Type.Integer({ minimum: 0, description: 'number of annotations with this label or a label under it' })
})

/** Numbers of annotations and images that a change to a label affects. */
export type LabelUse = Static<typeof LabelUse>
export const LabelUse = Type.Object({
  annotationCount: Type.Integer({ minimum: 0, description: 'number of annotations with exactly this label' }),
  imageCount: Type.Integer({ minimum: 0, description: 'number of images with these annotations' })
})

/** State of a label after one change. */
export type LabelVersion = Static<typeof LabelVersion>
export const LabelVersion = Type.Object({
  revision: Revision,
  kind: Type.Enum(['create', 'revise', 'promote', 'merge', 'import', 'undo', 'remove']),
  by: Type.String({ description: 'name or e-mail address' }),
  at: Timestamp,
  ...fields,
  parentName: Nullable(Type.String({ description: 'current name of the parent' }))
})

const optional = {
  parentId: Type.Optional(fields.parentId),
  scientificName: Type.Optional(fields.scientificName),
  scientificNameAuthorship: Type.Optional(fields.scientificNameAuthorship),
  taxonRank: Type.Optional(fields.taxonRank),
  scientificNameID: Type.Optional(fields.scientificNameID),
  acceptedNameUsage: Type.Optional(fields.acceptedNameUsage),
  acceptedNameUsageID: Type.Optional(fields.acceptedNameUsageID),
  taxonomicStatus: Type.Optional(fields.taxonomicStatus),
  identificationQualifier: Type.Optional(fields.identificationQualifier),
  morphospecies: Type.Optional(fields.morphospecies),
  verbatimIdentification: Type.Optional(fields.verbatimIdentification),
  synonyms: Type.Optional(fields.synonyms),
  vernacularNames: Type.Optional(fields.vernacularNames),
  environments: Type.Optional(fields.environments),
  conservationStatus: Type.Optional(fields.conservationStatus),
  colour: Type.Optional(fields.colour),
  hotkey: Type.Optional(fields.hotkey),
  definition: Type.Optional(fields.definition),
  identificationNotes: Type.Optional(fields.identificationNotes)
}

export type LabelDraft = Static<typeof LabelDraft>
export const LabelDraft = Type.Object({ name: Name, ...optional }, { additionalProperties: false })

export type LabelEdit = Static<typeof LabelEdit>
/** Edit to a label; absent fields stay unchanged. A changed `parentId` moves the label with all labels under it. */
export const LabelEdit = Type.Object(
  { revision: Revision, name: Type.Optional(Name), ...optional },
  { additionalProperties: false, minProperties: 2 }
)

/** Compact form of a label, for trees and label pickers. Empty fields are absent, because a catalog may have 100,000 labels. */
export type OutlineLabel = Static<typeof OutlineLabel>
export const OutlineLabel = Type.Object({
  id: Id,
  parentId: Nullable(Id),
  name: Name,
  scientificName: Type.Optional(ShortText),
  scientificNameAuthorship: Type.Optional(ShortText),
  taxonRank: Type.Optional(Type.String()),
  taxonomicStatus: Type.Optional(Type.String()),
  acceptedNameUsage: Type.Optional(ShortText),
  identificationQualifier: Type.Optional(IdentificationQualifier),
  morphospecies: Type.Optional(Type.String()),
  aphiaId: Type.Optional(Type.Integer()),
  colour: Type.Optional(Type.String({ description: 'chosen by a person, `#rrggbb`' })),
  paletteColour: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: colourCount - 1,
      description: 'index in the palette of labels, assigned when the label is first used, and then kept'
    })
  ),
  hotkey: Type.Optional(Type.Integer()),
  favourite: Type.Optional(Type.Boolean()),
  ownKey: Type.Optional(Type.Integer({ description: 'number key that the caller chose' })),
  annotationCount: Type.Optional(Type.Integer()),
  vernacularName: Type.Optional(Type.String({ description: 'the first vernacular name' })),
  otherNames: Type.Optional(Type.Array(Type.String(), { description: 'synonyms and vernacular names' }))
})

/** Scientific name for a label whose name was a code or in open nomenclature. Fields that are absent are cleared. */
export type Promotion = Static<typeof Promotion>
export const Promotion = Type.Object(
  {
    revision: Revision,
    name: Type.Optional(Name),
    scientificName: ShortText,
    scientificNameAuthorship: Type.Optional(fields.scientificNameAuthorship),
    taxonRank: Type.Optional(fields.taxonRank),
    scientificNameID: Type.Optional(fields.scientificNameID),
    taxonomicStatus: Type.Optional(fields.taxonomicStatus)
  },
  { additionalProperties: false }
)

/** Reference annotation of a label. Its picture is the crop of the annotation. */
export type LabelReference = Static<typeof LabelReference>
export const LabelReference = Type.Object({
  annotationId: Id,
  annotationRevision: Revision,
  mediaId: Id,
  fileName: Type.String(),
  labelId: Nullable(Id, { description: 'current label of the annotation' }),
  addedBy: Type.String({ description: 'name or e-mail address' }),
  addedAt: Timestamp
})

const ProjectParams = Type.Object({ projectId: Id })
const ReferenceParams = Type.Object({ labelId: Id, annotationId: Id })
const LabelParams = Type.Object({ labelId: Id })

export type LabelListQuery = Static<typeof LabelListQuery>
export const LabelListQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 200, description: 'words in a name, a synonym or a vernacular name' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 1024 }))
  },
  { additionalProperties: false }
)

export const taxonomyApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/labels',
    summary: 'Labels of a catalog by name, page by page; or the results of a search, best match first',
    schema: { params: ProjectParams, querystring: LabelListQuery, response: { 200: Page(Label), 404: Problem } }
  }),
  outline: contract({
    method: 'GET',
    url: '/projects/:projectId/labels/outline',
    summary: 'Whole tree of a catalog, in compact form',
    schema: {
      params: ProjectParams,
      response: { 200: Type.Object({ labels: Type.Array(OutlineLabel) }), 404: Problem }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/labels/:labelId',
    summary: 'One label with all its fields',
    schema: { params: LabelParams, response: { 200: LabelDetail, 404: Problem } }
  }),
  use: contract({
    method: 'GET',
    url: '/labels/:labelId/use',
    summary: 'Number of annotations and images that a change to a label affects',
    schema: { params: LabelParams, response: { 200: LabelUse, 404: Problem } }
  }),
  history: contract({
    method: 'GET',
    url: '/labels/:labelId/history',
    summary: 'Every version of a label, newest first, with author, time and change',
    schema: { params: LabelParams, response: { 200: Type.Object({ versions: Type.Array(LabelVersion) }), 404: Problem } }
  }),
  create: contract({
    method: 'POST',
    url: '/projects/:projectId/labels',
    summary: 'Add a label or taxon to a catalog',
    audit: 'label.created',
    example: {
      name: 'Lophelia',
      scientificName: 'Desmophyllum pertusum',
      taxonRank: 'species',
      scientificNameID: 'urn:lsid:marinespecies.org:taxname:1245747'
    },
    schema: {
      params: ProjectParams,
      body: LabelDraft,
      response: { 201: Label, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/labels/:labelId',
    summary: 'Change, rename or move a label',
    audit: 'label.revised',
    example: { revision: 1, name: 'Lophelia, alive' },
    schema: { params: LabelParams, body: LabelEdit, response: { 200: Label, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/labels/:labelId',
    summary: 'Delete an unused label without labels under it',
    audit: 'label.deleted',
    schema: { params: LabelParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem } }
  }),
  exportTaxa: contract({
    method: 'GET',
    url: '/projects/:projectId/labels/export',
    summary: 'The catalog, or a version of it, as a Darwin Core taxon list (CSV)',
    answer: 'stream',
    schema: {
      params: ProjectParams,
      querystring: Type.Object({ versionId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })) }, { additionalProperties: false })
    }
  }),
  merge: contract({
    method: 'POST',
    url: '/labels/:labelId/merge',
    summary: 'Merge a label into another one; its name becomes a synonym',
    audit: 'label.merged',
    example: { revision: 1, into: exampleId() },
    schema: {
      params: LabelParams,
      body: Type.Object({ into: Id, revision: Revision }, { additionalProperties: false }),
      response: { 200: Label, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  promote: contract({
    method: 'POST',
    url: '/labels/:labelId/promote',
    summary:
      'Give a morphospecies or an open-nomenclature name its scientific name; the label keeps its id, and its old names become synonyms',
    audit: 'label.promoted',
    example: { revision: 1, scientificName: 'Desmophyllum pertusum', scientificNameAuthorship: '(Linnaeus, 1758)', taxonRank: 'species' },
    schema: {
      params: LabelParams,
      body: Promotion,
      response: { 200: Label, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  references: contract({
    method: 'GET',
    url: '/labels/:labelId/references',
    summary: 'Reference annotations of a label',
    schema: { params: LabelParams, response: { 200: Type.Object({ references: Type.Array(LabelReference) }), 404: Problem } }
  }),
  addReference: contract({
    method: 'PUT',
    url: '/labels/:labelId/references/:annotationId',
    summary: 'Add a reference annotation to a label',
    audit: 'label.referenced',
    schema: { params: ReferenceParams, response: { 204: Nothing, 403: Problem, 404: Problem, 409: Problem, 422: Problem } }
  }),
  removeReference: contract({
    method: 'DELETE',
    url: '/labels/:labelId/references/:annotationId',
    summary: 'Remove a reference annotation from a label',
    audit: 'label.referenced',
    schema: { params: ReferenceParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  favour: contract({
    method: 'PUT',
    url: '/labels/:labelId/favourite',
    summary: 'Add a label to the user’s favourites, or remove it',
    example: { favourite: true },
    schema: {
      params: LabelParams,
      body: Type.Object({ favourite: Type.Boolean() }, { additionalProperties: false }),
      response: { 204: Nothing, 404: Problem }
    }
  }),
  setOwnKey: contract({
    method: 'PUT',
    url: '/labels/:labelId/own-key',
    summary: 'Set the user’s own number key for a label, or remove it; a digit that another label has moves to this one',
    example: { key: 3 },
    schema: {
      params: LabelParams,
      body: Type.Object(
        {
          key: Nullable(Type.Integer({ minimum: 0, maximum: 9 })),
          unlessGiven: Type.Optional(
            Type.Boolean({ description: 'change nothing if the user already has a key for the label, or a label for the key' })
          )
        },
        { additionalProperties: false }
      ),
      response: { 204: Nothing, 404: Problem }
    }
  })
}
