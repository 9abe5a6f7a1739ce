import type { PageTexts } from '../platform/page-texts.ts';

/** Two headed groups; the names are set as lettering until real logos take their place. */
export function Sponsors({ groups }: { groups: PageTexts['logo_groups'] }) {
  return groups.map((group) => (
    <section key={group.heading} className="sponsors">
      <h3 className="sponsors__heading">{group.heading}</h3>
      <ul className="sponsors__list">
        {group.logos.map((logo) => (
          <li key={logo.name} className="sponsors__logo">
            <span className="sponsors__name">{logo.name}</span>
            <span className="small">{logo.line}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
