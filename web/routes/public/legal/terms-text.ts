import { heading, list, paragraph } from '../prose/blocks.ts'
import type { LegalText } from './legal-text.ts'

export const termsText: LegalText = {
  title: 'Terms of use',
  lede: 'Two agreements meet here: the licence of the software, which is the same everywhere, and the rules of this installation, which its operator sets. This page states the first and a fair default for the second.',
  date: '2026-11-20',
  version: '1',
  changes: 'First version.',
  blocks: [
    heading('software', 'The software'),
    paragraph(
      'Isobath is free software under the [Apache License 2.0](https://www.apache.org/licenses/LICENSE-2.0). Anybody may run it, study it, change it and pass it on, for research, teaching or business, if the licence and its notices stay with it. It comes without warranty, as section 7 of the licence says; liability is limited as section 8 says. If this page and the licence disagree about the software, the licence holds.'
    ),
    heading('installation', 'This installation'),
    paragraph(
      'The installation is run by its operator: an institution, a team or a person. Your use of it is a matter between you and them. The operator may have rules of their own, for instance those of a university’s computing service. Where such rules exist, they come before this page.'
    ),
    heading('accounts', 'Accounts'),
    list(
      'One account for one person. Keep the password to yourself, and give scripts a personal token of their own, which can be revoked alone.',
      'Say who you are where it matters: provenance is only worth something if the name behind it is right.',
      'The operator may limit registration, set quotas, and disable an account that endangers the service or other people’s data.'
    ),
    heading('your-data', 'Your data remain yours'),
    paragraph(
      'Uploading something changes nothing about who owns it. You allow the operator to store it, to make previews and backups of it, and to show it to the people whom the project’s settings admit. That permission ends when you remove the file, apart from backups. The software claims no rights to your data, and neither do its authors.'
    ),
    paragraph(
      'A project belongs to its owners. When a member leaves the team, what they contributed stays in the project with their name on it, unless the owners decide otherwise.'
    ),
    heading('conduct', 'What must not be uploaded or done'),
    list(
      'Material that you have no right to share, or that shows people who did not agree to it.',
      'Exact positions of protected or poached species in projects that people outside the team can see. Keep such projects private.',
      'Attempts to get at other people’s projects, to overload the service, or to use it as a store for things that have nothing to do with its purpose.'
    ),
    heading('research', 'For research, not for navigation'),
    paragraph(
      'Depths, positions and charts in Isobath are research data or drawings. They must not be used for navigation, for diving safety, or wherever a person’s life depends on them. Suggestions made by a machine are suggestions; responsibility for an identification lies with the person who accepts it.'
    ),
    heading('availability', 'Availability and loss'),
    paragraph(
      'The operator decides on maintenance, backups and how long the service exists. The software writes what it acknowledges to disk before it says so, and it can be backed up while it runs; but no software replaces a second copy in another place. Keep the originals of irreplaceable material until you know that a backup exists.'
    ),
    heading('publishing', 'Publishing and citing'),
    paragraph(
      'Before publishing data from a project, agree within the team on authorship and licence; OBIS and GBIF accept CC0, CC BY and CC BY-NC. If Isobath helped, [cite it](/about#cite) with its version, so that others can repeat what you did.'
    ),
    heading('changes', 'Changes to this page'),
    paragraph(
      'The wording comes with the software and carries a version and a date. It changes only with a new version of the software, and what changed is written at the top of this page.'
    )
  ]
}
