import { PostgresAdapter, sql } from 'kysely'
import type { Database } from '../../server/backend/storage/database.ts'

const publicationColumns = [
  'sampling_protocol',
  'sampling_description',
  'sample_size_value',
  'sample_size_unit',
  'sampling_effort',
  'habitat',
  'location_id',
  'footprint_wkt'
]

const clockColumns = ['camera_time', 'time_source', 'time_zone', 'clock_ahead_seconds', 'clock_answer', 'camera_serial', 'upload_batch']

const namingColumns = ['named_by', 'named_at', 'is_from_machine']

const undoColumns = ['applied_at', 'first_annotation_id', 'last_annotation_id']

const scraperTables = [
  'record_decision_item',
  'record_decision',
  'scraped_version',
  'scraped_record',
  'outside_dataset',
  'scraper_request',
  'scraper_log',
  'scraper_run',
  'scraper_job'
]

const aiTables = ['ai_decision_item', 'ai_decision', 'ai_suggestion', 'job_item', 'ai_run', 'ai_model_version', 'ai_feature', 'ai_group']

/** Reverts the time since which images are done, and the index of job items by image. */
async function beforeDoneSince(db: Database): Promise<void> {
  await sql`drop index job_item_by_media`.execute(db)
  await sql`alter table media_work drop column done_at`.execute(db)
}

/** Reverts the stored labels of bulk acceptances. */
export async function beforeAcceptanceLabels(db: Database): Promise<void> {
  await beforeDoneSince(db)
  await sql`alter table ai_acceptance drop column stored_label_ids`.execute(db)
}

/** Reverts the index of observations at sites to those without a label or from a record. */
async function beforeNamedAtSite(db: Database): Promise<void> {
  await beforeAcceptanceLabels(db)
  await sql`drop index observation_named_at_site`.execute(db)
  await sql`create index observation_named_at_site on observation (project_id)
    where site_id is not null and removed_at is null and (label_id is null or record_id is not null)`.execute(db)
}

/** Reverts the triggers that mark projects whose records may fall under other rules. */
async function beforeNamedRules(db: Database): Promise<void> {
  await beforeNamedAtSite(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const name of ['rules_after_label_insert', 'rules_after_label_update', 'rules_after_record_update'])
    await (isPostgres ? sql`drop function ${sql.ref(name)} cascade` : sql`drop trigger ${sql.ref(name)}`).execute(db)
}

/** Reverts the embedding models of versions and runs. */
async function beforeEmbeddingModels(db: Database): Promise<void> {
  await beforeNamedRules(db)
  for (const table of ['ai_model_version', 'ai_run']) {
    await sql`drop index ${sql.ref(`${table}_by_embedding_model`)}`.execute(db)
    await sql`alter table ${sql.table(table)} drop column embedding_model_id`.execute(db)
  }
}

/** Reverts the decoders and encodings of interactive pairs. */
async function beforeEncodings(db: Database): Promise<void> {
  await beforeEmbeddingModels(db)
  await sql`drop table ai_encoding`.execute(db)
  await sql`alter table ai_uploaded_model drop column is_decoder`.execute(db)
}

/** Reverts the indexes of observations that have a link. */
async function beforeObservationLinks(db: Database): Promise<void> {
  await beforeEncodings(db)
  for (const link of ['label_id', 'site_id', 'annotation_id', 'record_id', 'dataset_id', 'import_id']) {
    const index = sql.ref(`observation_by_${link}`)
    await sql`drop index ${index}`.execute(db)
    await sql`create index ${index} on observation (${sql.ref(link)})`.execute(db)
  }
}

/** Reverts the counts of suggestions. */
export async function beforeSuggestionCounts(db: Database): Promise<void> {
  await beforeObservationLinks(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const name of ['insert', 'delete', 'update', 'media']) {
    const trigger = sql.ref(`ai_suggestion_count_${name}`)
    if (isPostgres) await sql`drop function ${trigger} cascade`.execute(db)
    else await sql`drop trigger ${trigger}`.execute(db)
  }
  await sql`drop table ai_suggestion_count`.execute(db)
}

/** Reverts the chains of merged opportunities. */
export async function beforeMergeChains(db: Database): Promise<void> {
  await beforeSuggestionCounts(db)
  await sql`drop index opportunity_by_first_survivor`.execute(db)
  await sql`alter table opportunity drop column merged_first_into`.execute(db)
}

/** Reverts the origin of opportunities. */
async function beforeOpportunityOrigin(db: Database): Promise<void> {
  await beforeMergeChains(db)
  await sql`alter table opportunity drop column is_from_record`.execute(db)
}

/** Reverts the merges of opportunities. */
export async function beforeMergedOpportunities(db: Database): Promise<void> {
  await beforeOpportunityOrigin(db)
  await sql`drop index opportunity_by_survivor`.execute(db)
  await sql`alter table opportunity drop column merged_into`.execute(db)
}

/** Reverts the images whose sample points could not be predicted. */
async function beforeCoverFailures(db: Database): Promise<void> {
  await beforeMergedOpportunities(db)
  await sql`drop table ai_cover_failure`.execute(db)
}

/** Reverts the areas drawn on the map. */
export async function beforeMapAreas(db: Database): Promise<void> {
  await beforeCoverFailures(db)
  for (const table of ['map_area_edge', 'map_area']) await sql`drop table ${sql.table(table)}`.execute(db)
}

/** Reverts the predictions for cover. */
export async function beforeCoverPredictions(db: Database): Promise<void> {
  await beforeMapAreas(db)
  await sql`drop table ai_cover_prediction`.execute(db)
}

/** Reverts the applied operations on sites. */
export async function beforeSiteOperations(db: Database): Promise<void> {
  await beforeCoverPredictions(db)
  await sql`drop table site_operation`.execute(db)
}

/** Reverts the accounts of scraper jobs. */
export async function beforeScraperAccounts(db: Database): Promise<void> {
  await beforeSiteOperations(db)
  await sql`alter table scraper_job drop column account`.execute(db)
}

/** Reverts the blind audits of bulk acceptances. */
export async function beforeAcceptanceAudits(db: Database): Promise<void> {
  await beforeScraperAccounts(db)
  for (const table of ['ai_audit_item', 'ai_audit']) await sql`drop table ${sql.table(table)}`.execute(db)
}

/** Reverts the options of AI runs. */
async function beforeRunOptions(db: Database): Promise<void> {
  await beforeAcceptanceAudits(db)
  await sql`alter table ai_run drop column options`.execute(db)
}

/** Reverts the extents of map layers, and their archives. */
export async function beforeLayerArchives(db: Database): Promise<void> {
  await beforeRunOptions(db)
  for (const name of ['bounds', 'archive_version']) await sql`alter table map_layer drop column ${sql.ref(name)}`.execute(db)
}

/** Reverts the own number keys of people. */
async function beforeOwnKeys(db: Database): Promise<void> {
  await beforeLayerArchives(db)
  await sql`drop table label_own_key`.execute(db)
}

/** Reverts the measured quality of images. */
async function beforeImageQuality(db: Database): Promise<void> {
  await beforeOwnKeys(db)
  await sql`drop table ai_image_quality`.execute(db)
}

/** Reverts the map layers from other servers. */
async function beforeMapLayers(db: Database): Promise<void> {
  await beforeImageQuality(db)
  await sql`drop table map_layer`.execute(db)
}

/** Reverts the index of unreviewed suggestions. */
async function beforeUnreviewed(db: Database): Promise<void> {
  await beforeMapLayers(db)
  await sql`drop index annotation_by_program`.execute(db)
}

/** Reverts the record of image facts that imports wrote. */
export async function beforeImportedFacts(db: Database): Promise<void> {
  await beforeUnreviewed(db)
  await sql`drop table import_fact`.execute(db)
}

/** Reverts the tables of deleted sites. */
async function beforeRemovedSites(db: Database): Promise<void> {
  await beforeImportedFacts(db)
  for (const table of ['removed_site_use', 'removed_site']) await sql`drop table ${sql.table(table)}`.execute(db)
}

/** Reverts the search of opportunities. */
export async function beforeOpportunitySearch(db: Database): Promise<void> {
  await beforeRemovedSites(db)
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) await sql`drop table opportunity_search`.execute(db)
  await sql`drop index opportunity_by_state`.execute(db)
  for (const table of ['opportunity_title_word', 'opportunity_index']) await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table opportunity add column search_key text not null default ''`.execute(db)
}

/** Reverts imports of sites. */
async function beforeSiteImports(db: Database): Promise<void> {
  await beforeOpportunitySearch(db)
  await sql`drop index site_by_import`.execute(db)
  await sql`alter table site drop column import_id`.execute(db)
  await sql`drop table site_import`.execute(db)
}

/** Reverts the tables and columns of models uploaded by teams. */
export async function beforeUploadedModels(db: Database): Promise<void> {
  await beforeSiteImports(db)
  await sql`drop index ai_run_by_uploaded_model`.execute(db)
  for (const name of ['uploaded_model_id', 'images']) await sql`alter table ai_run drop column ${sql.ref(name)}`.execute(db)
  await sql`drop index ai_suggestion_by_model_label`.execute(db)
  for (const name of ['label_text', 'model_label_id']) await sql`alter table ai_suggestion drop column ${sql.ref(name)}`.execute(db)
  await sql`alter table upload drop column purpose`.execute(db)
  for (const table of ['ai_uploaded_label', 'ai_uploaded_model']) await sql`drop table ${sql.table(table)}`.execute(db)
}

/** Reverts the bulk acceptances. */
export async function beforeBulkAcceptances(db: Database): Promise<void> {
  await beforeUploadedModels(db)
  for (const table of ['ai_acceptance', 'ai_probe']) await sql`drop table ${sql.table(table)}`.execute(db)
}

/** Reverts the lines of tracks. */
async function beforeTrackLines(db: Database): Promise<void> {
  await beforeBulkAcceptances(db)
  await sql`drop table nav_line`.execute(db)
}

/** Reverts the observations, with their triggers for places. */
export async function beforeObservations(db: Database): Promise<void> {
  await beforeTrackLines(db)
  await dropWatches(db, 'observation')
  for (const table of ['observation_version', 'observation', 'observation_import']) await sql`drop table ${sql.table(table)}`.execute(db)
}

async function dropWatches(db: Database, table: string): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const event of ['insert', 'update', 'delete']) {
    const name = sql.ref(`place_after_${table}_${event}`)
    if (isPostgres) await sql`drop function if exists ${name}() cascade`.execute(db)
    else await sql`drop trigger if exists ${name}`.execute(db)
  }
}

/** Reverts tested labels and promotions. */
export async function beforeEvaluation(db: Database): Promise<void> {
  await beforeObservations(db)
  for (const table of ['ai_promotion', 'ai_test_item']) await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table ai_model_version drop column task`.execute(db)
}

/** Reverts the checks of labels. */
async function beforeLabelChecks(db: Database): Promise<void> {
  await beforeEvaluation(db)
  await sql`drop index ai_suggestion_by_suspicion`.execute(db)
  await sql`alter table ai_run drop column family`.execute(db)
  for (const name of ['checked_label_id', 'suspicion', 'near'])
    await sql`alter table ai_suggestion drop column ${sql.ref(name)}`.execute(db)
  await sql`alter table ai_decision_item drop column before`.execute(db)
}

/** Reverts suggestions on an image, which came after the checks of labels. */
export async function beforeImageSuggestions(db: Database): Promise<void> {
  await beforeLabelChecks(db)
  for (const name of ['ai_suggestion_on_media', 'ai_suggestion_by_annotation']) await sql`drop index ${sql.ref(name)}`.execute(db)
}

export async function beforeAi(db: Database): Promise<void> {
  await beforeImageSuggestions(db)
  await sql`drop table opportunity_source`.execute(db)
  for (const table of aiTables) await sql`drop table ${sql.table(table)}`.execute(db)
  for (const name of ['origin', 'suggestion_id']) await sql`alter table annotation drop column ${sql.ref(name)}`.execute(db)
}

export async function beforeCatalogImports(db: Database): Promise<void> {
  await beforeAi(db)
  await sql`drop table catalog_import`.execute(db)
}

const opportunityTables = [
  ...['opportunity_date', 'opportunity_version', 'opportunity_report', 'opportunity_profile', 'opportunity_reminder', 'calendar_token'],
  ...['opportunity_save', 'opportunity']
]

/** Reverts later additions to opportunities. */
export async function beforeOpportunityCare(db: Database): Promise<void> {
  await beforeCatalogImports(db)
  for (const table of opportunityTables.slice(0, 6)) await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`drop index opportunity_save_by_reminder`.execute(db)
  const columns = ['card', 'fit_facts', 'taxon_key', 'is_public', 'open_reports', 'moderation_reason', 'moderated_at']
  for (const name of columns) await sql`alter table opportunity drop column ${sql.ref(name)}`.execute(db)
  for (const name of ['note', 'next_at', 'reminders']) await sql`alter table opportunity_save drop column ${sql.ref(name)}`.execute(db)
}

const watchedTables = ['media', 'annotation', 'site', 'label', 'generalisation']

async function beforePlaces(db: Database): Promise<void> {
  await beforeOpportunityCare(db)
  for (const table of watchedTables) await dropWatches(db, table)
  for (const table of ['place', 'place_stale', 'project_sequence']) await sql`drop table ${sql.table(table)}`.execute(db)
}

export async function beforeSchedules(db: Database): Promise<void> {
  await beforePlaces(db)
  for (const table of ['scraper_host', 'inbox_rules']) await sql`drop table ${sql.table(table)}`.execute(db)
  for (const name of ['scraper_job_by_time', 'record_decision_by_project', 'scraped_record_by_name'])
    await sql`drop index ${sql.ref(name)}`.execute(db)
  for (const name of ['schedule', 'next_at', 'rests_since']) await sql`alter table scraper_job drop column ${sql.ref(name)}`.execute(db)
  await sql`alter table scraper_run drop column missing`.execute(db)
  await sql`alter table record_decision drop column rule_id`.execute(db)
}

export async function beforeScraper(db: Database): Promise<void> {
  await beforeSchedules(db)
  for (const table of opportunityTables.slice(6)) await sql`drop table ${sql.table(table)}`.execute(db)
  for (const table of scraperTables) await sql`drop table ${sql.table(table)}`.execute(db)
}

export async function beforeColours(db: Database): Promise<void> {
  await beforeScraper(db)
  await sql`drop index label_by_palette_colour`.execute(db)
  for (const name of ['palette_colour', 'palette_colour_at']) await sql`alter table label drop column ${sql.ref(name)}`.execute(db)
}

async function beforeRounds(db: Database): Promise<void> {
  await beforeColours(db)
  await sql`alter table job drop column attempts_before`.execute(db)
}

async function beforeExample(db: Database): Promise<void> {
  await beforeRounds(db)
  await sql`alter table project drop column is_example`.execute(db)
}

async function beforeUndo(db: Database): Promise<void> {
  await beforeExample(db)
  for (const name of undoColumns) await sql`alter table import_session drop column ${sql.ref(name)}`.execute(db)
}

export async function beforeNaming(db: Database): Promise<void> {
  await beforeUndo(db)
  for (const name of namingColumns) await sql`alter table annotation drop column ${sql.ref(name)}`.execute(db)
}

export async function beforeClocks(db: Database): Promise<void> {
  await beforeNaming(db)
  for (const table of ['generalisation', 'nav_placement_item', 'nav_placement', 'nav_block', 'nav_track'])
    await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table attribute_field drop column measurement_type_id`.execute(db)
  await sql`drop index media_by_time_source`.execute(db)
  await sql`drop index media_by_clock_answer`.execute(db)
  for (const name of clockColumns) await sql`alter table media drop column ${sql.ref(name)}`.execute(db)
  await sql`alter table upload drop column batch`.execute(db)
}

export async function beforePublication(db: Database): Promise<void> {
  await beforeClocks(db)
  await sql`drop table publication`.execute(db)
  for (const table of ['survey', 'site'])
    for (const name of publicationColumns) await sql`alter table ${sql.table(table)} drop column ${sql.ref(name)}`.execute(db)
}
