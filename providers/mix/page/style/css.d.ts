// A style sheet that a module imports goes into the page's style sheet.
declare module '*.css';
