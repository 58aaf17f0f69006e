import { heading, list, paragraph } from '../prose/blocks.ts'
import type { LegalText } from './legal-text.ts'

export const termsText: LegalText = {
  title: 'Terms of use',
  lede: 'Two sets of terms apply: the licence of the software, which is the same everywhere, and the rules of this server, which its operator sets. This page states the first, and a fair default for the second.',
  date: '2026-11-24',
  version: '2',
  changes: 'Plainer wording. Positions can be generalised; the other terms are unchanged.',
  blocks: [
    heading('software', 'The software'),
    paragraph(
      'Isobath is free software under the [Apache License 2.0](https://www.apache.org/licenses/LICENSE-2.0). Anyone may run, study, change and share it, for research, teaching or business, if the licence and its notices stay with it. It comes without warranty (section 7 of the licence) and with limited liability (section 8). If this page and the licence disagree about the software, the licence applies.'
    ),
    heading('installation', 'This server'),
    paragraph(
      'Its operator, an institution, a team or a person, runs this server. Your use of it is a matter between you and them. The operator may have rules of their own, such as those of a university’s computing service. Such rules take precedence over this page.'
    ),
    heading('accounts', 'Accounts'),
    list(
      'One account per person. Keep your password to yourself, and give each script a personal token, which can be revoked separately.',
      'Use your own name. Provenance depends on it.',
      'The operator may limit registration, set quotas, and disable an account that endangers the service or other people’s data.'
    ),
    heading('your-data', 'Your data remain yours'),
    paragraph(
      'Uploading a file does not change its ownership. You allow the operator to store it, to make previews and backups of it, and to show it to the people whom the project’s settings admit. That permission ends when you remove the file, except for backups. Neither the software nor its authors claim any rights to your data.'
    ),
    paragraph(
      'A project belongs to its owners. When a member leaves, their contributions stay in the project under their name, unless the owners decide otherwise.'
    ),
    heading('conduct', 'Prohibited content and conduct'),
    list(
      'Material that you have no right to share, or that shows people without their consent.',
      'Exact positions of protected or poached species in projects that people outside the team can see. Keep such projects private, or generalise their positions in Publication.',
      'Attempts to access other people’s projects, to overload the service, or to use it as storage for unrelated files.'
    ),
    heading('research', 'For research, not for navigation'),
    paragraph(
      'Depths, positions and charts in Isobath are research data or drawings. Do not use them for navigation, diving safety, or anything on which a life depends. Suggestions by a machine are suggestions; the person who accepts an identification is responsible for it.'
    ),
    heading('availability', 'Availability and loss'),
    paragraph(
      'The operator decides on maintenance, backups and the lifetime of the service. The software confirms data only after writing them to disk, and it can be backed up while it runs. No software replaces a second copy in another place. Keep the originals of irreplaceable material until you know that a backup exists.'
    ),
    heading('publishing', 'Publication and citation'),
    paragraph(
      'Before you publish data from a project, agree on authorship and licence within the team. OBIS and GBIF accept CC0, CC BY and CC BY-NC. If Isobath helped, please [cite it](/about#cite) with its version, so that others can repeat your work.'
    ),
    heading('changes', 'Changes to this page'),
    paragraph(
      'This text comes with the software and has a version and a date. It changes only with a new version of the software. The top of this page lists the changes.'
    )
  ]
}
