/** Pages of a site with a menu, as site looks compare them. */
const MENU = "<ul><li>News</li><li>Sport</li><li>Weather</li><li>Imprint</li></ul>";

export const page = (title: string, text: string): string =>
  `<!DOCTYPE html><title>${title}</title>${MENU}<h1>${title}</h1><p>${text}</p>`;

/** Another one for each path. */
export const story = (path: string): string =>
  page(
    `Story ${path}`,
    `What happened at ${path.replace(/\W/g, " ")} was seen by many people who write of it here.`,
  );

export const HOME = page("The Paper", "All the news of the day, from near and far, and the weather too.");
